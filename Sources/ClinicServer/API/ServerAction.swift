import Clinic
import Endpoints
import HTTPServer

/// The result of an endpoint: the clinic's actions, or work with the loop's services.
enum ServerAction: Sendable {
    typealias Work = @Sendable (LoopServices, ServerCall) async throws -> WorkAnswer

    case clinic(ClinicAction)
    case work(Work)
    /// A constant answer.
    case kept(KeptAnswer)
}

/// An answer that is rendered once, with its version, and shared by all callers.
struct KeptAnswer: Sendable {
    let etag: EntityTag
    let ok: HTTPResponse
    let notModified: HTTPResponse

    /// For the operations that answer with one.
    static let caching = Operation.Caching.publicETag(maxAge: 300)

    init(_ bytes: [UInt8]) {
        etag = EntityTag(content: bytes)
        ok = .json(200, bytes, caching: Self.caching, etag: etag)
        notModified = .notModified(etag, caching: Self.caching)
    }

    /// An answer of which `Accept` chooses one form.
    ///
    /// - Parameter mediaType: of this form.
    init(_ bytes: [UInt8], as mediaType: String) {
        etag = EntityTag(content: bytes)
        ok = .chosen(bytes, mediaType, etag: etag, caching: Self.caching)
        notModified = .chosen(nil, mediaType, etag: etag, caching: Self.caching)
    }
}

/// The result of work; no body for 204.
struct WorkAnswer: Sendable {
    let status: Int
    let body: [UInt8]
    let etag: EntityTag?
    let location: String?
    /// For a body that is not JSON.
    let mediaType: String?
    /// The file name under which a browser saves it.
    let fileName: String?

    init(
        _ status: Int, _ body: [UInt8] = [], etag: EntityTag? = nil, location: String? = nil,
        mediaType: String? = nil, fileName: String? = nil
    ) {
        self.status = status
        self.body = body
        self.etag = etag
        self.location = location
        self.mediaType = mediaType
        self.fileName = fileName
    }
}
