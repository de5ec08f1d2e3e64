import Clinic
import Endpoints
import EventSourcing
import HTTPServer
import EventStore

extension Dispatcher {
    /// Computes an answer, such as the free slots, from states that are brought up to date first.
    ///
    /// The parts of a long computation run one after the other. Between them the home loop does other work.
    func runComputation(
        _ computation: Computation, _ call: ServerCall, _ principal: Principal
    ) async -> HTTPResponse {
        var rest = computation
        while true {
            let current = rest
            do throws(LogFailure<Problem>) {
                let part = try await services.homes[principal.clinic].answer(principal.clinic) {
                    model throws(Problem) in
                    try current.run(&model, call.now)
                }
                switch part {
                case .answer(let bytes): return call.ok(bytes)
                case .more(let next): rest = next
                }
            } catch { return answerLogFailure(error, call) }
        }
    }
}
