import Clinic
import Endpoints
import HTTPServer

/// The outcome of an upload of a file or of a logo.
enum UploadOutcome: Int, CaseIterable, Sendable {
    case stored
    /// An earlier request with the same idempotency key had already stored the content, so this one was dropped.
    case repeated
    /// There is no room for the file.
    case quota
    /// Files of this type are not stored.
    case type
    /// The scan program objected to the file.
    case unclean
    /// The caller may not add the file, or the request is wrong in another way.
    case denied
    /// The body did not arrive as a whole.
    case broken
    case failed

    /// The outcome of an upload that ended before its command.
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

    /// The outcome of an upload whose command was refused or failed.
    init(_ status: HTTPStatus) { self = status.code >= 500 ? .failed : .denied }
}
