import Clinic
import Endpoints
import HTTPServer
import Identifiers
import Identity
import Logging
import EventStore

/// The answers to calls that are refused, or that fail.
extension Dispatcher {
    /// The answer to a refused call. A call that the caller's role forbids is recorded for the clinic's admins.
    func answerRefusal(_ problem: Problem, _ call: ServerCall) -> HTTPResponse {
        if problem.status == 403, problem.kind != .sessionLocked, let principal = call.principal {
            // Ids in other paths are not recorded, since an entity with the id may belong to another clinic or not
            // exist.
            let path = problem.kind == .restrictedRecord ? call.request.pathBytes : []
            let ids = path.split(separator: UInt8(ascii: "/")).compactMap {
                UUIDBytes(String(decoding: $0, as: UTF8.self))
            }
            services.identity.security.refused(
                call.operation.id, ids, account: principal.account, clinic: principal.clinic, at: call.now)
        }
        return .problem(problem)
    }

    /// The answer to a failure of the log, with a log line for the operator unless the client caused it.
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

    /// The answer to an unexpected error, with a log line for the operator unless the client caused it.
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
