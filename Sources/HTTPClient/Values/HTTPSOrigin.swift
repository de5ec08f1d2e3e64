/// The host and port of an HTTPS server.
public struct HTTPSOrigin: Hashable, Sendable, CustomStringConvertible {
    /// The host of an origin: a name or an IPv4 address, in lower case.
    public let host: String
    public let port: UInt16

    /// Makes the origin of a server; `nil` if the host is empty, has more than 253 characters (RFC 1035 §2.3.4), or
    /// contains anything but ASCII letters, digits, hyphens and dots.
    public init?(host: String, port: UInt16 = 443) {
        let name = host.lowercased()
        guard (1...253).contains(name.utf8.count), name.utf8.first != UInt8(ascii: "."), port > 0,
            name.utf8.allSatisfy(Self.isAllowed)
        else { return nil }
        self.host = name
        self.port = port
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "."):
            true
        case _: false
        }
    }

    /// The host of an origin, with the port unless it is 443.
    public var authority: String { port == 443 ? host : "\(host):\(port)" }

    /// The origin as text, as in RFC 6454 §6.2: `https://push.example`.
    public var description: String { "https://\(authority)" }
}
