/// An `https` URL: an origin, and the path with the query.
public struct HTTPSAddress: Hashable, Sendable {
    public let origin: HTTPSOrigin
    /// The path and the query of an `https` URL, beginning with `/`.
    public let path: String

    /// The maximum length of an `https` URL in bytes.
    private static let longest = 2_048

    /// Reads a URL such as `https://push.example/send/abc?x=1`.
    ///
    /// - Returns: `nil` for another scheme, user information, an IPv6 address, a fragment, characters that a URL cannot
    ///   contain, or more than 2,048 bytes.
    public init?(_ text: String) {
        let scheme = "https://"
        guard text.utf8.count <= Self.longest, text.lowercased().hasPrefix(scheme),
            text.utf8.allSatisfy({ $0 > 32 && $0 < 127 }), !text.contains("#")
        else { return nil }
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let target = rest[authority.endIndex...]
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        var port: UInt16 = 443
        if parts.count == 2 {
            guard parts[1].utf8.allSatisfy({ (48...57).contains($0) }), let number = UInt16(parts[1]) else {
                return nil
            }
            port = number
        }
        guard parts.count <= 2, let origin = HTTPSOrigin(host: String(parts[0]), port: port) else { return nil }
        self.origin = origin
        path = target.first == "/" ? String(target) : "/\(target)"
    }
}
