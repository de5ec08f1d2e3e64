import Endpoints
import HTTPServer
import Identifiers

/// Stores the contents of uploaded files, and records the files.
extension Dispatcher {
    /// Stores the content of a file, and then runs the command that records the file.
    ///
    /// If the command's outcome stays unknown, a later sweep asks the database whether the file was recorded, and
    /// deletes the content if it was not.
    func runUpload(
        _ store: ServerAction.Upload, _ call: ServerCall, _ principal: Principal, _ key: IdempotencyKey?
    ) async -> HTTPResponse {
        let upload: PreparedUpload
        do { upload = try await store(services, call) } catch let problem as Problem {
            return answerRefusal(problem, call)
        } catch is HTTPBodyBroken {
            // This answer is not sent: the client is gone, or the HTTP server answers the request itself.
            return .problem(.unavailable())
        } catch { return answerError(error, call.operation, call.trace) }
        let response = await runCommand(
            upload.command, creating: [upload.file.uuid], call, principal, key, digest: upload.digest)
        switch response.status.code {
        case 201:
            // The answer to a repeated request is the file that the first request stored. Then the content of the
            // repeated one is not needed.
            guard case .bytes(let document) = response.body else { break }
            await upload.settle(document.starts(with: #"{"id":"\#(upload.file)""#.utf8))
        case 400, 403, 409, 412, 422: await upload.settle(false)
        default: break
        }
        return response
    }
}
