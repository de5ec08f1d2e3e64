/// The header that a proxy sends before a connection's own bytes, with the client's address: PROXY protocol, versions 1
/// and 2 (https://www.haproxy.org/download/2.9/doc/proxy-protocol.txt).
package enum ProxyHeader: Equatable, Sendable {
    /// The PROXY header is not complete yet.
    case incomplete
    /// The PROXY header is complete: its length, and the client's address. The address is `nil` if the header has none,
    /// as for a proxy's health check.
    case complete(length: Int, client: SocketAddress?)
    /// The bytes cannot be a PROXY header that the server accepts.
    case malformed

    /// The maximum accepted length of a PROXY header in bytes. §2.2 of the specification allows 64 KB of further
    /// fields, which are ignored.
    package static let longest = 1_024

    private static let signature: [UInt8] = [13, 10, 13, 10, 0, 13, 10, 0x51, 0x55, 0x49, 0x54, 10]
    private static let word = Array("PROXY ".utf8)

    /// Reads a PROXY header from the bytes received so far.
    ///
    /// - Parameter bytes: all received bytes.
    package init(_ bytes: [UInt8]) {
        if Self.signature.starts(with: bytes.prefix(12)) {
            self = Self.binary(bytes)
        } else if Self.word.starts(with: bytes.prefix(6)) {
            self = Self.text(bytes)
        } else {
            self = .malformed
        }
    }

    // MARK: PROXY headers of version 1

    /// Reads a PROXY header of version 1: `PROXY TCP4 192.0.2.1 192.0.2.2 56324 443` and CRLF, at most 107 bytes.
    private static func text(_ bytes: [UInt8]) -> ProxyHeader {
        guard let lineFeed = bytes.prefix(107).firstIndex(of: 10) else {
            return bytes.count < 107 ? .incomplete : .malformed
        }
        guard bytes[lineFeed - 1] == 13 else { return .malformed }
        let parts = bytes[word.count..<lineFeed - 1].split(separator: 32, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        let length = lineFeed + 1
        if parts.first == "UNKNOWN" { return .complete(length: length, client: nil) }
        guard parts.count == 5, parts[0] == "TCP4" || parts[0] == "TCP6",
            let client = address(parts[1], port(parts[3]), isV4: parts[0] == "TCP4"),
            address(parts[2], port(parts[4]), isV4: parts[0] == "TCP4") != nil
        else { return .malformed }
        return .complete(length: length, client: client)
    }

    private static func port(_ text: String) -> UInt16? {
        guard let port = UInt16(text), "\(port)" == text else { return nil }
        return port
    }

    private static func address(_ text: String, _ port: UInt16?, isV4: Bool) -> SocketAddress? {
        guard let port, text.utf8.count <= 45, text.contains(":") != isV4,
            text.allSatisfy({ $0 == "." || $0 == ":" || $0.isHexDigit && $0.isASCII })
        else { return nil }
        return try? SocketAddress(numericHost: text, port: port)
    }

    // MARK: PROXY headers of version 2

    /// Reads a PROXY header of version 2: twelve fixed bytes, version and command, family and transport, the length of
    /// the rest, the two addresses and ports, further fields.
    private static func binary(_ bytes: [UInt8]) -> ProxyHeader {
        guard bytes.count >= 16 else {
            // A PROXY header with a wrong version or command is refused before all of it has arrived, since further
            // bytes cannot correct it.
            if bytes.count > 12, bytes[12] != 0x20, bytes[12] != 0x21 { return .malformed }
            return .incomplete
        }
        let length = 16 + Int(number(bytes[14..<16]))
        guard length <= longest else { return .malformed }
        let client: SocketAddress?
        switch (bytes[12], bytes[13]) {
        // With the command LOCAL in the PROXY header, the proxy opened the connection for itself, such as for a health
        // check. So there is no client address.
        case (0x20, _): client = nil
        case (0x21, 0x11):
            guard length >= 16 + 12 else { return .malformed }
            guard bytes.count >= length else { return .incomplete }
            client = SocketAddress(.v4(UInt32(number(bytes[16..<20]))), port: UInt16(number(bytes[24..<26])))
        case (0x21, 0x21):
            guard length >= 16 + 36 else { return .malformed }
            guard bytes.count >= length else { return .incomplete }
            client = SocketAddress(
                .v6(high: number(bytes[16..<24]), low: number(bytes[24..<32]), scope: 0),
                port: UInt16(number(bytes[48..<50])))
        // With the address family UNSPEC or AF_UNIX in the PROXY header, the client's address is neither IPv4 nor IPv6,
        // so it is not used.
        case (0x21, 0x00), (0x21, 0x31): client = nil
        case _: return .malformed
        }
        return bytes.count >= length ? .complete(length: length, client: client) : .incomplete
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
