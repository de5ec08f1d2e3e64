import Clinic
import Endpoints
import HTTPServer
import Identifiers

/// Stores the contents of uploaded files, and records the files.
extension Dispatcher {
    /// Stores an uploaded content, and then runs the command that records it.
    ///
    /// If the command's outcome stays unknown, a later sweep asks the database whether the file was recorded, and
    /// deletes the content if it was not.
    func runUpload(
        _ store: ServerAction.Upload, _ call: ServerCall, _ conditions: Preconditions, _ principal: Principal,
        _ key: IdempotencyKey?
    ) async -> HTTPResponse {
        let upload: PreparedUpload
        do { upload = try await store(services, call) } catch {
            services.metrics.ended(UploadOutcome(error))
            return answerFailedUpload(error, call)
        }
        let response = await runCommand(
            upload.command.under(conditions, from: principal.role), creating: upload.file.map { [$0.uuid] } ?? [], call,
            principal, key,
            digest: upload.digest)
        switch response.status.code {
        case 200, 201:
            guard case .bytes(let document) = response.body else { break }
            // A request that repeats an upload is answered with the file that the first request has stored.
            let isKept = upload.file.map { document.starts(with: #"{"id":"\#($0)""#.utf8) } ?? true
            if isKept { services.metrics.stored(upload.size) } else { services.metrics.ended(UploadOutcome.repeated) }
            await upload.settle(isKept)
        case let code:
            services.metrics.ended(UploadOutcome(response.status))
            if [400, 403, 409, 412, 422].contains(code) { await upload.settle(false) }
        }
        return response
    }

    /// The answer to an upload that ended before the command that records the file was run.
    private func answerFailedUpload(_ error: any Error, _ call: ServerCall) -> HTTPResponse {
        switch error {
        case let problem as Problem: answerRefusal(problem, call)
        // The client has disconnected, or the HTTP server itself answers the request, so the dispatcher's answer is not
        // sent.
        case is HTTPBodyBroken: .problem(.unavailable())
        default: answerError(error, call.operation, call.trace)
        }
    }
}
