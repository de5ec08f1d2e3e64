import EventLoop

/// The checked URL of a webhook: scheme, host, port and path. Webhooks' messages are sent only to such a URL.
public struct WebhookURL: Hashable, Sendable {
    /// The reasons why the URL of a webhook is refused.
    public enum Refusal: String, CaseIterable, Error, Sendable {
        /// The text is no URL with a host, is too long, or has a fragment, spaces or characters outside of ASCII.
        case malformed
        /// The scheme of the webhook's URL is not `https`.
        case scheme
        /// The webhook's URL has a user name or a password.
        case userinfo
        /// The port of the webhook's URL is neither 443 nor 8443.
        case port
        /// The host of the webhook's URL is a name of the server's own network, or an address that is not public.
        case host = "private_host"
    }

    public static let mostBytes = 1_000
    private static let ports: Set<UInt16> = [443, 8443]

    public let text: String
    /// The host of a webhook's URL: a name, or a numeric address without brackets, in lower case.
    public let host: String
    public let port: UInt16
    /// Whether the host of a webhook's URL is a numeric address, which needs no look-up.
    public let isNumeric: Bool

    /// Reads the URL of a webhook.
    ///
    /// - Parameter permitsLocal: whether `http`, all ports, and hosts of the server's own network are permitted.
    public init(_ text: String, permitsLocal: Bool) throws(Refusal) {
        guard text.utf8.count <= Self.mostBytes,
            text.utf8.allSatisfy({ (0x21...0x7e).contains($0) && !Self.forbidden.contains($0) }),
            let colon = text.range(of: "://")
        else { throw .malformed }
        let scheme = text[..<colon.lowerBound].lowercased()
        guard scheme == "https" || permitsLocal && scheme == "http" else { throw .scheme }
        let rest = text[colon.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard !authority.contains("@") else { throw .userinfo }
        let (host, port) = try Self.split(authority, standard: scheme == "https" ? 443 : 80)
        guard permitsLocal || Self.ports.contains(port) else { throw .port }
        let address = try Self.address(host)
        guard permitsLocal || address.map({ PublicAddress.contains($0) }) ?? Self.isPublicName(host) else {
            throw .host
        }
        self.host = host
        self.port = port
        isNumeric = address != nil
        let shown = host.contains(":") ? "[\(host)]" : host
        let path = rest.dropFirst(authority.count)
        self.text = "\(scheme)://\(shown):\(port)" + (path.hasPrefix("/") ? "" : "/") + path
    }

    /// Characters in URLs that programs read in different ways: the backslash, quotes, brackets of other kinds, and
    /// `#`.
    private static let forbidden = Set(#"\"<>^`{|}#"#.utf8)

    /// Divides the authority of a URL, without user information, into host and port.
    private static func split(_ authority: Substring, standard: UInt16) throws(Refusal) -> (String, UInt16) {
        var host = authority
        var digits: Substring = ""
        if authority.first == "[" {
            guard let end = authority.firstIndex(of: "]") else { throw .malformed }
            host = authority[authority.index(after: authority.startIndex)..<end]
            digits = authority[authority.index(after: end)...]
            guard host.contains(":"), digits.isEmpty || digits.first == ":" else { throw .malformed }
            digits = digits.dropFirst()
        } else if let colon = authority.firstIndex(of: ":") {
            host = authority[..<colon]
            digits = authority[authority.index(after: colon)...]
        }
        guard digits.isEmpty || digits.allSatisfy(\.isNumber) && digits.count <= 5 else { throw .malformed }
        guard let port = digits.isEmpty ? standard : UInt16(digits), port > 0 else { throw .malformed }
        return (host.lowercased(), port)
    }

    /// The address of a URL's numeric host; `nil` for a name. Numbers in other forms, such as `0x7f.1`, are refused.
    private static func address(_ host: String) throws(Refusal) -> SocketAddress? {
        if host.contains(":") {
            guard host.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }),
                let address = try? SocketAddress(numericHost: host, port: 0)
            else { throw .malformed }
            return address
        }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard !host.isEmpty, host.utf8.count <= 253, labels.allSatisfy({ isLabel($0) }), let last = labels.last else {
            throw .malformed
        }
        guard last.first?.isNumber == true else { return nil }
        guard let address = try? SocketAddress(numericHost: host, port: 0) else { throw .malformed }
        return address
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
            && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
    }

    /// Whether a host name can be public: it has a dot, and does not end with a name that is reserved for private
    /// networks (RFC 6762, RFC 8375, and the reserved ending `internal`).
    private static func isPublicName(_ host: String) -> Bool {
        let own = [".localhost", ".local", ".internal", ".home.arpa", ".localdomain"]
        return host.contains(".") && !own.contains { host.hasSuffix($0) }
    }
}

extension String {
    /// The range of the first occurrence of `text`, which must be ASCII, in this string.
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            let rest = self[start...]
            if rest.hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
