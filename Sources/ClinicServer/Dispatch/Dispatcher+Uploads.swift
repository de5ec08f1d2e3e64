import Endpoints
import HTTPServer
import Identifiers

/// Stores uploaded files, and records them.
extension Dispatcher {
    /// Stores the content of a file, and then runs the command that records the file.
    ///
    /// If it stays unknown whether the command has been done, the content is left to a later sweep, which asks the
    /// database.
    func runUpload(
        _ store: ServerAction.Upload, _ call: ServerCall, _ principal: Principal, _ key: IdempotencyKey?
    ) async -> HTTPResponse {
        let upload: PreparedUpload
        do { upload = try await store(services, call) } catch let problem as Problem {
            return answerRefusal(problem, call)
        } catch is HTTPBodyBroken {
            // The client is gone or gets the answer of the HTTP server, so this one is not sent.
            return .problem(.unavailable())
        } catch { return answerError(error, call.operation, call.trace) }
        let response = await runCommand(
            upload.command, creating: [upload.file.uuid], call, principal, key, digest: upload.digest)
        switch response.status.code {
        case 201:
            // A repeated request is answered with the file that the first one has stored.
            guard case .bytes(let document) = response.body else { break }
            await upload.settle(document.starts(with: #"{"id":"\#(upload.file)""#.utf8))
        case 400, 403, 409, 412, 422: await upload.settle(false)
        default: break
        }
        return response
    }
}
