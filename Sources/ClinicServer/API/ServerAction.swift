import Clinic
import Endpoints
import HTTPServer
import Identity

/// The action of an endpoint: an action of the clinic, a function that uses the loop's services, or a constant answer.
enum ServerAction: Sendable {
    typealias Work = @Sendable (LoopServices, ServerCall) async throws -> WorkAnswer

    typealias Upload = @Sendable (LoopServices, ServerCall) async throws -> PreparedUpload

    case clinic(ClinicAction)
    case work(Work)
    /// The action of an upload: store a file while it arrives, and then run the command that records the file.
    case upload(Upload)
    /// The action of a command batch: perform its commands one after the other.
    case batch(CommandBatch)
    /// An answer that is the same for every caller, such as a page that explains a problem.
    case kept(KeptAnswer)
    /// The action of a request for a link to a document that another operation makes: the path of that operation.
    case documentLink(String)
    /// The action of a request for a document by its link: the link's token.
    case linkedDocument(String)
}

/// An answer that is rendered once, with its version, and shared by all callers.
struct KeptAnswer: Sendable {
    let etag: EntityTag
    let ok: HTTPResponse
    let notModified: HTTPResponse

    /// The caching of a `KeptAnswer`: clients and proxies may use it for five minutes before they ask again.
    static let caching = Operation.Caching.publicETag(maxAge: 300)

    init(_ bytes: [UInt8]) {
        etag = EntityTag(content: bytes)
        ok = .json(200, bytes, caching: Self.caching, etag: etag)
        notModified = .notModified(etag, caching: Self.caching)
    }

    /// An answer that has several forms, of which the client chooses one by its `Accept` field.
    ///
    /// - Parameter mediaType: the media type of this form.
    init(_ bytes: [UInt8], as mediaType: String) {
        etag = EntityTag(content: bytes)
        ok = .chosen(bytes, mediaType, etag: etag, caching: Self.caching)
        notModified = .chosen(nil, mediaType, etag: etag, caching: Self.caching)
    }
}

/// The answer of a function that uses the loop's services. It has no body if the status is 204.
struct WorkAnswer: Sendable {
    let status: Int
    let body: [UInt8]
    let etag: EntityTag?
    let location: String?
    /// The media type of the answer's body if the body is not JSON.
    let mediaType: String?
    /// The file name under which a browser saves the answer's body.
    let fileName: String?
    /// The tokens of the session that was opened or refreshed; `nil` for other answers.
    let tokens: IssuedTokens?
    /// A complete HTTP answer that is sent as it is; `nil` if the answer is made of status, body and the other members.
    let response: HTTPResponse?

    init(_ response: HTTPResponse) {
        status = Int(response.status.code)
        body = []
        etag = nil
        location = nil
        mediaType = nil
        fileName = nil
        tokens = nil
        self.response = response
    }

    init(
        _ status: Int, _ body: [UInt8] = [], etag: EntityTag? = nil, location: String? = nil,
        mediaType: String? = nil, fileName: String? = nil, tokens: IssuedTokens? = nil
    ) {
        self.status = status
        self.body = body
        self.etag = etag
        self.location = location
        self.mediaType = mediaType
        self.fileName = fileName
        self.tokens = tokens
        response = nil
    }
}
