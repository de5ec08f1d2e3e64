/// The cookie with which a browser keeps the refresh token of a session (RFC 6265). No script can read it, and a browser
/// sends it only to the paths that take a refresh token, and only for pages of this server's own site.
public struct RefreshCookie: Hashable, Sendable {
    /// Whether the browser's requests come over HTTPS. A browser accepts a name that begins with `__Secure-` only from
    /// such a server, so that a page on another port without HTTPS cannot set the cookie.
    public let isSecure: Bool

    /// The paths to which browsers send the cookie.
    public static let path = "/api/v1/auth"

    public init(isSecure: Bool) { self.isSecure = isSecure }

    public var name: String { (isSecure ? "__Secure-" : "") + "chairside-refresh" }

    /// The refresh token in a request's cookies; `nil` if there is none, or if several cookies of this name have different
    /// values: then another server of the same site may have set one of them.
    ///
    /// - Parameter fields: the values of all `Cookie` fields. HTTP/2 may send a field for each cookie (RFC 9113 §8.2.3).
    public func token(in fields: [String]) -> String? {
        var tokens: Set<String> = []
        for pair in fields.flatMap({ $0.split(separator: ";") }) {
            let parts = pair.drop { $0 == " " || $0 == "\t" }.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0] == name, !parts[1].isEmpty else { continue }
            tokens.insert(String(parts[1]))
        }
        return tokens.count == 1 ? tokens.first : nil
    }

    /// The value of `Set-Cookie` that stores a refresh token for so many seconds.
    public func storing(_ token: String, for seconds: Int64) -> String { "\(name)=\(token); \(attributes(seconds))" }

    /// The value of `Set-Cookie` that deletes the cookie.
    public var deleting: String { "\(name)=; \(attributes(0))" }

    private func attributes(_ seconds: Int64) -> String {
        "Path=\(Self.path); Max-Age=\(seconds); HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
    }
}

extension RefreshCookie {
    /// The header field by which a page asks for the cookie. A page of another origin cannot send it: browsers ask the
    /// server first (the Fetch standard's preflight), and the server never allows it.
    public static let requestField = "Chairside-Tokens"

    /// The only value of `requestField`.
    public static let requestValue = "cookie"
}
