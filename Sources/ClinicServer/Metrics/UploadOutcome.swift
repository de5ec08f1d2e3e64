import Clinic
import Endpoints
import HTTPServer

/// The outcome of an upload of a file or of a logo.
enum UploadOutcome: Int, CaseIterable, Sendable {
    case stored
    /// An earlier upload with the same idempotency key had already stored the content, so the content of the repeated
    /// upload was dropped.
    case repeated
    /// The content would exceed a limit on the number or the size of stored contents.
    case quota
    /// The clinic stores no files of this type.
    case type
    /// The scan program objected to the uploaded file.
    case unclean
    /// The caller may not add the file, or the upload is wrong in another way.
    case denied
    /// The body of the upload did not arrive as a whole.
    case broken
    case failed

    /// The outcome of an upload that ended before the command that records the content was run.
    init(_ error: any Error) {
        switch error {
        case is HTTPBodyBroken: self = .broken
        case let problem as Problem:
            switch (problem.status, problem.kind) {
            case (_, .fileQuotaReached): self = .quota
            case (_, .fileNotClean): self = .unclean
            case (415, _): self = .type
            case (500..., _): self = .failed
            default: self = .denied
            }
        default: self = .failed
        }
    }

    /// The outcome of an upload whose command, which records the content, was refused or failed.
    init(_ status: HTTPStatus) { self = status.code >= 500 ? .failed : .denied }
}
