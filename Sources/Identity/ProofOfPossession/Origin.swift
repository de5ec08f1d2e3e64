import Synchronization

/// An origin: scheme, host and port of a server (RFC 6454 §4), in the form that its clients use.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    /// The origin's scheme in lower case. `authority` is in lower case too, and omits the scheme's default port.
    public let scheme: String
    private let authority: String

    /// Reads an origin.
    ///
    /// - Parameter text: an origin without a path, such as `https://clinic.example` or `http://127.0.0.1:8080`.
    public init?(_ text: String) {
        let parts = text.lowercased().split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == "https" || parts[0] == "http" else { return nil }
        var authority = parts[1]
        guard !authority.isEmpty, authority.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
            !authority.contains(where: { "/?#@\\".contains($0) })
        else { return nil }
        let usual = parts[0] == "https" ? ":443" : ":80"
        if authority.hasSuffix(usual) { authority = authority.dropLast(usual.count) }
        guard let first = authority.first, first != ":" else { return nil }
        scheme = String(parts[0])
        self.authority = String(authority)
    }

    /// Whether the scheme is `https`.
    public var isSecure: Bool { scheme == "https" }

    /// Whether the host is a loopback address or `localhost`.
    public var isThisMachine: Bool {
        ["localhost", "127.0.0.1", "[::1]"].contains { authority == $0 || authority.hasPrefix("\($0):") }
    }

    public var description: String { "\(scheme)://\(authority)" }
}

/// The origins of this server. A proof of possession is valid only for these origins. The request's `Host` field is not
/// used, since the sender chooses it.
public final class OwnOrigins: Sendable {
    private let origins = Mutex<Set<Origin>>([])

    public func set(_ origins: [Origin]) { self.origins.withLock { $0 = Set(origins) } }

    public func contains(_ origin: Origin) -> Bool { origins.withLock { $0.contains(origin) } }
}
