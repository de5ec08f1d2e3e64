/// The origins whose pages may read this server's answers in a browser (the Fetch standard's CORS protocol).
package struct AllowedOrigins: Sendable {
    /// The allowed origins as browsers write them in the header field `Origin`: scheme, host in lower case, and the
    /// port unless it is the scheme's default.
    private let origins: Set<[UInt8]>

    package static let none = AllowedOrigins(origins: [])
    private init(origins: Set<[UInt8]>) { self.origins = origins }

    package struct Unusable: Error, CustomStringConvertible {
        package let description: String
    }

    /// Reads the origins whose pages the operator allows to use the API.
    ///
    /// - Parameter texts: origins such as `https://desk.example.org`. `http://` is accepted only for this machine.
    /// - Throws: `Unusable` for a text that is not an origin, such as a URL with a path, or `*`.
    package init(_ texts: [String]) throws(Unusable) {
        var origins: Set<[UInt8]> = []
        for text in texts { origins.insert(Array(try AllowedOrigins.normalized(text).utf8)) }
        self.origins = origins
    }

    var isEmpty: Bool { origins.isEmpty }

    /// Whether an origin is allowed. The comparison is exact, since a sub-domain or another port is another origin.
    func contains(_ origin: ArraySlice<UInt8>) -> Bool { origins.contains(Array(origin)) }

    private static let example = "an origin is written like https://desk.example.org or https://desk.example.org:8443"

    private static func normalized(_ text: String) throws(Unusable) -> String {
        let text = text.lowercased()
        guard let (scheme, ownPort) = [("https://", ":443"), ("http://", ":80")].first(where: { text.hasPrefix($0.0) })
        else { throw Unusable(description: "\(text) is no origin: \(example)") }
        var authority = text.dropFirst(scheme.count)
        if authority.hasSuffix(ownPort) { authority = authority.dropLast(ownPort.count) }
        let (host, port) = split(authority)
        let isPort = port.map { Int($0).map { (1...65535).contains($0) } ?? false } ?? true
        guard !host.isEmpty, isPort, host.utf8.allSatisfy(isInHost) else {
            throw Unusable(description: "\(text) is no origin: \(example)")
        }
        let isThisMachine = ["localhost", "127.0.0.1", "[::1]"].contains(host)
        guard scheme == "https://" || isThisMachine else {
            throw Unusable(description: "\(text): pages of other machines have to come over https")
        }
        return scheme + authority
    }

    /// Splits the authority of a URL into host and port. An IPv6 address keeps its brackets.
    private static func split(_ authority: Substring) -> (host: Substring, port: Substring?) {
        let afterAddress = authority.lastIndex(of: "]") ?? authority.startIndex
        guard let colon = authority[afterAddress...].lastIndex(of: ":") else { return (authority, nil) }
        return (authority[..<colon], authority[authority.index(after: colon)...])
    }

    private static func isInHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
            true
        default: false
        }
    }
}
