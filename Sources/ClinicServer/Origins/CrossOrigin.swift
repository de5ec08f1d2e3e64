import Endpoints
import HTTPServer

/// The CORS fields with which pages of other origins can use the API. Such pages send tokens in header fields that they
/// set themselves, so cookies and other browser credentials are never allowed.
struct CrossOrigin: Sendable {
    private let origins: AllowedOrigins
    private let router: Router
    private let requestFields: String

    /// The seconds for which a browser keeps the answer to a preflight request: the maximum that Chromium keeps.
    private static let maxAge = "7200"
    /// The header fields that a page may read in addition to those that browsers always allow.
    private static let exposed = """
        ETag, Link, Location, Retry-After, WWW-Authenticate, Allow, Preference-Applied, RateLimit, RateLimit-Policy, \
        X-Request-Id, Content-Disposition
        """

    init(_ origins: AllowedOrigins, _ operations: [Operation], router: Router) {
        self.origins = origins
        self.router = router
        requestFields = Set(operations.flatMap(\.requestFields)).sorted().joined(separator: ", ")
    }

    /// Adds to an answer the header fields that allow the requesting page to read the answer, if the page's origin is
    /// allowed.
    func mark(_ reply: Reply, to request: HTTPRequest) -> Reply {
        guard !origins.isEmpty else { return reply }
        let fields = fields(for: request)
        return reply.changed { $0.fields.append(fields) }
    }

    private func fields(for request: HTTPRequest) -> HTTPFields {
        var fields = HTTPFields()
        let isPreflight = request.method == .options && request.headers.bytes("access-control-request-method") != nil
        // `Vary` makes caches store an answer for each origin separately, including the answer to a request without an
        // origin.
        fields.append(
            "Vary", isPreflight ? "Origin, Access-Control-Request-Method, Access-Control-Request-Headers" : "Origin")
        guard request.headers.count(of: "origin") == 1, let origin = request.headers.bytes("origin"),
            origins.contains(origin)
        else { return fields }
        fields.append("Access-Control-Allow-Origin", bytes: origin)
        guard isPreflight else {
            fields.append("Access-Control-Expose-Headers", Self.exposed)
            return fields
        }
        guard case .options(let methods) = router.match(.options, request.pathBytes) else { return fields }
        fields.append("Access-Control-Allow-Methods", methods)
        fields.append("Access-Control-Allow-Headers", requestFields)
        fields.append("Access-Control-Max-Age", Self.maxAge)
        return fields
    }
}
