import Endpoints
import EventLoop
import EventSourcing
import HTTPServer

/// Receives the requests of one loop and one listener. While the server starts, it answers all operations but
/// `getLiveness` and `getStatus` with 503 and the current step of the start, and serves the browser console's files.
/// Once the server has started, the gate passes the requests to the dispatcher.
final class StartupGate {
    let loop: EventLoop
    let access: ListenerAccess
    private let router: Router
    private let operations: [Operation]
    private let readiness: Readiness
    private let crossOrigin: CrossOrigin
    private let console: ServedConsole?
    private var dispatcher: Dispatcher?

    init(
        on loop: EventLoop, _ access: ListenerAccess, _ operations: [Operation], router: Router, readiness: Readiness,
        _ crossOrigin: CrossOrigin, console: ServedConsole?
    ) {
        self.loop = loop
        self.access = access
        self.operations = operations
        self.router = router
        self.readiness = readiness
        self.crossOrigin = crossOrigin
        self.console = console
    }

    func open(_ dispatcher: Dispatcher) {
        loop.preconditionCurrent()
        self.dispatcher = dispatcher
    }

    func answer(_ request: HTTPRequest) -> Reply {
        let reply =
            dispatcher?.answer(request) ?? console?.reply(to: request) ?? .now(answerWhileStarting(request))
        return crossOrigin.mark(reply, to: request)
    }

    func foresee(_ request: HTTPRequest) -> Prospect {
        dispatcher?.foresee(request) ?? .refused(answerWhileStarting(request))
    }

    private func answerWhileStarting(_ request: HTTPRequest) -> HTTPResponse {
        switch router.match(Method(request.method), request.pathBytes) {
        case .found(let index, _) where StatusAPI.needsNothing.contains(operations[index].id):
            return .json(200, StatusAPI.ok(at: Instant(secondsSince1970: request.receivedAt)))
        case .found(let index, _) where operations[index].id == StatusAPI.readiness:
            return .problem(ReadinessReport(starting: readiness.phase).problem)
        case .found: return .problem(.notReady(readiness.phase.reason))
        case .options(let allow): return .options(allow: allow)
        case .methodNotAllowed(let allow): return .problem(.methodNotAllowed(allow: allow))
        case .notFound: return .problem(.notFound)
        }
    }
}

extension Problem {
    /// The 503 problem of a server that is starting, draining or not ready.
    ///
    /// - Parameter reason: the text of `detail`. It is public, so it must not contain internal data.
    static func notReady(_ reason: String) -> Problem {
        var problem = Problem.unavailable()
        problem.detail = reason
        return problem
    }
}
