import Endpoints
import EventLoop
import HTTPServer
import Identity

/// The refresh token of a page in a browser, for a request with `Chairside-Tokens: cookie`: the token is in a cookie that
/// scripts cannot read, instead of in the bodies of requests and answers.
///
/// Every operation whose answer has a refresh token, and every operation that takes one, handles the cookie here. Requests
/// without the header field are not affected by any cookie.
struct BrowserTokens: Sendable {
    private let cookie: RefreshCookie
    /// The refresh token in the request's cookie; `nil` if there is none.
    let refreshToken: String?

    /// Reads the request's header fields.
    ///
    /// - Returns: `nil` if the client wants tokens in bodies.
    /// - Throws: 400 for another value of the header field; 403 if a page of another origin sends the request. Browsers
    ///   prevent that already; this is a second check, by the fields that pages cannot set.
    init?(
        _ request: HTTPRequest, _ operation: Operation, _ proxies: TrustedProxies, _ origins: OwnOrigins
    ) throws(Problem) {
        guard operation.movesRefreshTokens, let wish = request.headers.joined("chairside-tokens") else { return nil }
        guard wish.elementsEqual(RefreshCookie.requestValue.utf8) else {
            throw .malformed([
                InputIssue(
                    .header, "/" + RefreshCookie.requestField, code: "bad_format",
                    detail: "must be \(RefreshCookie.requestValue), or absent")
            ])
        }
        let host = request.headers["host"] ?? ""
        guard Self.isOwnPage(request, host, origins) else { throw Problem(.foreignPage) }
        // An HTTPS origin of this server's tells the scheme where a proxy does not.
        let isSecure = proxies.isSecure(request) || Origin("https://\(host)").map { origins.contains($0) } == true
        cookie = RefreshCookie(isSecure: isSecure)
        refreshToken = cookie.token(in: request.headers.all("cookie"))
    }

    /// Whether the request may come from a page of this server. `Sec-Fetch-Site` and `Origin` are absent from requests of
    /// programs, and partly from those of older browsers.
    private static func isOwnPage(_ request: HTTPRequest, _ host: String, _ origins: OwnOrigins) -> Bool {
        if let site = request.headers.joined("sec-fetch-site"), !site.elementsEqual("same-origin".utf8) { return false }
        guard let field = request.headers.joined("origin") else { return true }
        guard let origin = Origin(String(decoding: field, as: UTF8.self)) else { return false }
        return origin == Origin("\(origin.scheme)://\(host)") || origins.contains(origin)
    }

    /// Makes the browser keep a refresh token.
    func store(_ tokens: IssuedTokens, in response: inout HTTPResponse) {
        response.fields.append("Set-Cookie", cookie.storing(tokens.refreshToken, for: IssuedTokens.lifetime))
    }

    /// Makes the browser delete the refresh token.
    func delete(from response: inout HTTPResponse) { response.fields.append("Set-Cookie", cookie.deleting) }
}

extension ServerCall {
    /// The answer with the tokens of a session.
    func answer(_ tokens: IssuedTokens) -> HTTPResponse {
        let body = browserTokens == nil ? tokens.body : tokens.bodyWithoutRefreshToken
        var response = HTTPResponse.json(200, body, caching: operation.caching)
        browserTokens?.store(tokens, in: &response)
        return response
    }

    /// Completes the answer to a call that succeeded without giving tokens: the operation that takes a refresh token to
    /// end its session leaves none in the browser.
    func ended(_ response: HTTPResponse) -> HTTPResponse {
        guard operation.takesRefreshCookie, let browserTokens else { return response }
        var response = response
        browserTokens.delete(from: &response)
        return response
    }

    /// Completes the answer to a refused call: if the refresh token was refused, the browser deletes it. A session that is
    /// bound to a key keeps its token when only the proof was wrong.
    func refused(_ problem: Problem, _ response: HTTPResponse) -> HTTPResponse {
        guard problem.status == 401, problem.kind != .invalidProof else { return response }
        return ended(response)
    }
}

extension Dispatcher {
    /// The parts of a request that an endpoint may read. With `Chairside-Tokens: cookie`, these include the refresh token
    /// in the request's cookie.
    func invocation(
        _ request: HTTPRequest, _ arguments: PathArguments, _ principal: Principal?, from peer: SocketAddress?,
        _ tokens: BrowserTokens?
    ) -> Invocation {
        var invocation = Invocation(
            arguments: arguments, query: request.queryBytes ?? [], body: request.body, principal: principal,
            peer: peer?.host
        ) { request.headers.joined($0) }
        invocation.refreshCookie = tokens?.refreshToken
        return invocation
    }

    func browserTokens(_ request: HTTPRequest, _ operation: Operation) throws(Problem) -> BrowserTokens? {
        try BrowserTokens(request, operation, services.proxies, services.shared.identity.origins)
    }
}
