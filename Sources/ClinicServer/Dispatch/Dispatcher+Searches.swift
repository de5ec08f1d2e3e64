import Endpoints
import HTTPServer

/// Searches wait for the caller's turn.
extension Dispatcher {
    /// The same reply, made when it is the caller's turn if the operation searches.
    func searchInTurn(_ reply: Reply, _ call: ServerCall, _ principal: Principal) -> Reply {
        guard searches.contains(call.operation.id), case .later(let work) = reply else { return reply }
        return .later { [self] in
            do {
                return try await services.shared.heavy.searches.run(for: Sharer(principal)) { await work() }
            } catch let problem as Problem {
                return answerRefusal(problem, call)
            } catch { return answerError(error, call.operation, call.trace) }
        }
    }
}
