import Endpoints
import HTTPServer
import Identifiers
import Logging

/// Answers the endpoints that are neither a command nor a query nor a computation of the clinic: logins, sessions,
/// devices, exports, PDF files, the audit trail, the server's own state.
extension Dispatcher {
    func performWork(_ work: ServerAction.Work, _ call: ServerCall) async -> HTTPResponse {
        do {
            let answer = try await perform(work, call)
            logAccess(call, answer.status)
            if let response = answer.response { return response }
            if let tokens = answer.tokens { return call.answer(tokens) }
            guard !answer.body.isEmpty else { return call.ended(.empty(answer.status)) }
            if let mediaType = answer.mediaType { return .document(answer.body, mediaType, as: answer.fileName) }
            if call.operation.isSafe { return call.ok(answer.body, etag: call.etag(answer)) }
            return .json(
                answer.status, answer.body, caching: call.operation.caching, etag: call.etag(answer),
                location: answer.location)
        } catch let problem as Problem {
            logAccess(call, problem.status)
            return answerRefusal(problem, call)
        } catch { return answerError(error, call.operation, call.trace) }
    }

    /// Does the work at once or, if its answer is heavy, when it is the caller's turn. Strangers get no heavy answers but
    /// those of files, which have turns of their own.
    private func perform(_ work: ServerAction.Work, _ call: ServerCall) async throws -> WorkAnswer {
        guard let principal = call.principal, heavy.contains(call.operation.id) else {
            return try await work(services, call)
        }
        return try await services.shared.heavy.answer(for: principal) { try await work(services, call) }
    }

    /// Writes a log line for the operator if the request concerns logins or access: sign-ins, PINs, grants, exports.
    /// The line names accounts by their ids only.
    private func logAccess(_ call: ServerCall, _ status: Int) {
        guard call.operation.concernsAccess else { return }
        var metadata: Logger.Metadata = [
            "operation": "\(call.operation.id)", "status": "\(status)", "trace": "\(call.trace.traceID)",
            "span": "\(call.trace.spanID)",
        ]
        if let principal = call.principal {
            metadata["account"] = "\(principal.account.text)"
            metadata["clinic"] = "\(principal.clinic.text)"
        }
        services.logger.log(
            level: status < 400 ? .info : .notice, status < 400 ? "access: done" : "access: refused", metadata: metadata
        )
    }
}

extension Operation {
    fileprivate var concernsAccess: Bool {
        let parts = ["/auth/", "/pin", "/account", "/export", "/sessions", "/second-factor", "/tablets", "/webhooks"]
        return (method != .get || path.text.contains("/export")) && parts.contains { path.text.contains($0) }
    }
}
