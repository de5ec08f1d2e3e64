import Clinic
import Endpoints
import EventSourcing
import HTTPServer
import EventStore

extension Dispatcher {
    typealias Computation = @Sendable (inout DecisionModel<ClinicEvent>, Instant) throws(Problem) -> [UInt8]

    /// Computes an answer, such as the free slots, from states that are brought up to date first.
    func runComputation(
        _ computation: @escaping Computation, _ call: ServerCall, _ principal: Principal
    ) async -> HTTPResponse {
        do throws(LogFailure<Problem>) {
            let bytes = try await services.homes[principal.clinic].answer(principal.clinic) { model throws(Problem) in
                try computation(&model, call.now)
            }
            return call.ok(bytes)
        } catch { return answerLogFailure(error, call) }
    }
}
