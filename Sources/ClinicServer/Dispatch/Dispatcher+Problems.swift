import Clinic
import Endpoints
import HTTPServer
import Identifiers
import Identity
import Logging
import EventStore

/// The answers to calls that are refused, or that fail.
extension Dispatcher {
    /// The answer to a refused call. A refusal with status 403 is recorded in the security log, unless the caller's
    /// session is locked.
    func answerRefusal(_ problem: Problem, _ call: ServerCall) -> HTTPResponse {
        if problem.status == 403, problem.kind != .sessionLocked, let principal = call.principal {
            // If a restricted record is the reason of the refusal, the security log also records the ids in the
            // request's path. In other refused requests, an id may belong to an entity of another clinic, or to none.
            let path = problem.kind == .restrictedRecord ? call.request.pathBytes : []
            let ids = path.split(separator: UInt8(ascii: "/")).compactMap {
                UUIDBytes(String(decoding: $0, as: UTF8.self))
            }
            services.identity.security.refused(
                call.operation.id, ids, account: principal.account, clinic: principal.clinic, at: call.now)
        }
        return call.refused(problem, .problem(problem))
    }

    /// The answer to a command or query that failed in the event log. The operator gets a log line if the database or a
    /// stored event is the cause.
    func answerLogFailure(_ failure: LogFailure<Problem>, _ call: ServerCall) -> HTTPResponse {
        if let report = failure.report {
            services.logger.warning(
                "request failed",
                metadata: [
                    "operation": "\(call.operation.id)", "reason": "\(report)", "trace": "\(call.trace.traceID)",
                    "span": "\(call.trace.spanID)",
                ])
        }
        return answerRefusal(failure.problem, call)
    }

    /// The answer to an error: the problem if the error is a `Problem`, otherwise 503 and a log line for the operator.
    func answerError(_ error: any Error, _ operation: Operation, _ trace: TraceContext) -> HTTPResponse {
        if let problem = error as? Problem { return .problem(problem) }
        services.logger.warning(
            "request failed",
            metadata: trace.metadata.merging([
                "operation": "\(operation.id)", "error": "\(type(of: error))", "reason": "\(error)",
            ]) { $1 })
        return .problem(.unavailable())
    }
}
