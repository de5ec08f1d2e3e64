import Endpoints
import HTTPServer

extension HTTPResponse {
    /// The header fields that every answer of the server has.
    private static let common: HTTPFields = [
        "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
    ]

    private static func block(_ fields: HTTPFields) -> HTTPFields {
        var block = fields
        block.append(common)
        return block
    }

    private static let jsonNoStore = block(["Content-Type": "application/json", "Cache-Control": "no-store"])
    private static let noStore = block(["Cache-Control": "no-store"])
    private static let problemFields = block([
        "Content-Type": "application/problem+json", "Cache-Control": "no-store",
    ])

    /// The header fields of an operation's answer, according to its caching. `noStore` and `polled` forbid clients to
    /// store it, since it may contain patient data.
    private static func fields(_ caching: Operation.Caching, json: Bool) -> HTTPFields {
        switch caching {
        case .noStore, .polled: return json ? jsonNoStore : noStore
        // `Vary: Authorization` keeps a browser on a shared desk from showing a stored answer to the next session (RFC
        // 9111 §4.1).
        case .privateETag(let maxAge):
            return cached("private, max-age=\(maxAge)", varyingBy: "Accept-Encoding, Authorization", json)
        case .publicETag(let maxAge): return cached("public, max-age=\(maxAge)", varyingBy: "Accept-Encoding", json)
        }
    }

    private static func cached(_ control: String, varyingBy vary: String, _ json: Bool) -> HTTPFields {
        var fields = HTTPFields()
        fields.append("Cache-Control", control)
        fields.append("Vary", vary)
        if json { fields.append("Content-Type", "application/json") }
        fields.append(common)
        return fields
    }

    static func json(
        _ status: Int, _ bytes: [UInt8], caching: Operation.Caching = .noStore, etag: EntityTag? = nil,
        location: String? = nil
    ) -> HTTPResponse {
        var fields = fields(caching, json: true)
        if let etag { fields.append("ETag", etag.text) }
        if let location { fields.append("Location", location) }
        return HTTPResponse(HTTPStatus(UInt16(status)), fields: fields, body: .bytes(bytes))
    }

    /// The content security policy of HTML pages and of files such as PDF: they may not run scripts, and may not load
    /// anything.
    private static let pagePolicy =
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

    /// An answer 200 with one of several forms of a public answer, or an answer 304 without a body. `Vary: Accept`
    /// makes caches store the forms separately.
    static func chosen(
        _ bytes: [UInt8]?, _ mediaType: String, etag: EntityTag, caching: Operation.Caching
    ) -> HTTPResponse {
        var fields = fields(caching, json: false)
        fields.append("Vary", "Accept")
        fields.append("ETag", etag.text)
        guard let bytes else { return HTTPResponse(.notModified, fields: fields) }
        fields.append("Content-Type", mediaType)
        if mediaType.hasPrefix("text/html") { fields.append("Content-Security-Policy", pagePolicy) }
        return HTTPResponse(.ok, fields: fields, body: .bytes(bytes))
    }

    /// An answer 200 with a public image.
    static func image(
        _ bytes: [UInt8], _ mediaType: String, etag: EntityTag, caching: Operation.Caching
    ) -> HTTPResponse {
        var fields = fields(caching, json: false)
        fields.append("ETag", etag.text)
        fields.append("Content-Type", mediaType)
        fields.append("Content-Security-Policy", pagePolicy)
        return HTTPResponse(.ok, fields: fields, body: .bytes(bytes))
    }

    /// An answer 200 with a body that is not JSON and must not be stored.
    ///
    /// - Parameter fileName: the name under which a browser saves the answer, in ASCII without quotation marks; `nil`
    ///   for an answer without a name. A PDF file is shown first; its person decides whether to save it.
    static func document(_ bytes: [UInt8], _ mediaType: String, as fileName: String? = nil) -> HTTPResponse {
        var fields = noStore
        fields.append("Content-Type", mediaType)
        fields.append("Content-Security-Policy", pagePolicy)
        if let fileName {
            let kind = mediaType == "application/pdf" ? "inline" : "attachment"
            fields.append("Content-Disposition", "\(kind); filename=\"\(fileName)\"")
        }
        return HTTPResponse(.ok, fields: fields, body: .bytes(bytes))
    }

    /// The header fields of an answer whose body clients and proxies must not store.
    ///
    /// - Parameter fileName: the name under which a browser saves the content, in ASCII without quotation marks. The
    ///   name must not be about a patient, since many programs log header fields.
    static func contentFields(_ mediaType: String, as fileName: String) -> HTTPFields {
        var fields = noStore
        fields.append("Content-Type", mediaType)
        fields.append("Content-Security-Policy", pagePolicy)
        fields.append("Content-Disposition", "inline; filename=\"\(fileName)\"")
        return fields
    }

    private static let eventStreamFields = block([
        // Without the field `X-Accel-Buffering`, the proxy nginx would delay events until its buffer is full.
        "Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no",
    ])

    /// An answer 200 whose body is a stream of server-sent events, which `produce` writes.
    static func eventStream(_ produce: @escaping @Sendable (HTTPBodyWriter) async throws -> Void) -> HTTPResponse {
        HTTPResponse(.ok, fields: eventStreamFields, body: .chunks(produce: produce))
    }

    static func empty(_ status: Int) -> HTTPResponse {
        HTTPResponse(HTTPStatus(UInt16(status)), fields: noStore)
    }

    static func notModified(_ etag: EntityTag, caching: Operation.Caching) -> HTTPResponse {
        var fields = fields(caching, json: false)
        fields.append("ETag", etag.text)
        return HTTPResponse(.notModified, fields: fields)
    }

    static func problem(_ problem: Problem) -> HTTPResponse {
        var fields = problemFields
        fields.append("Link", "<\(problem.kind.page)>; rel=\"type\"")
        for field in problem.fields { fields.append(named: field.name, field.value) }
        return HTTPResponse(HTTPStatus(UInt16(problem.status)), fields: fields, body: .bytes(problem.bytes))
    }

    static func options(allow: String) -> HTTPResponse {
        var fields = noStore
        fields.append("Allow", allow)
        return HTTPResponse(.noContent, fields: fields)
    }
}

extension HTTPFields {
    /// Adds to an answer a header field that a problem gives. Fields other than `Allow`, `Accept-Encoding`,
    /// `Content-Range`, `Retry-After` and `WWW-Authenticate` are left out.
    fileprivate mutating func append(named name: String, _ value: String) {
        switch name {
        case "Allow": append("Allow", value)
        case "Accept-Encoding": append("Accept-Encoding", value)
        case "Content-Range": append("Content-Range", value)
        case "Retry-After": append("Retry-After", value)
        case "WWW-Authenticate": append("WWW-Authenticate", value)
        default: break
        }
    }
}

extension Method {
    init(_ method: HTTPMethod) {
        switch method {
        case .get: self = .get
        case .head: self = .head
        case .post: self = .post
        case .put: self = .put
        case .patch: self = .patch
        case .delete: self = .delete
        case .options: self = .options
        }
    }
}
