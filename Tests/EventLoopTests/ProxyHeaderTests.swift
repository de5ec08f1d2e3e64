import EventLoop
import Testing

/// Tests the PROXY header, which a proxy sends before a connection's data.
@Suite struct ProxyHeaderTests {
    private static let signature: [UInt8] = [13, 10, 13, 10, 0, 13, 10, 0x51, 0x55, 0x49, 0x54, 10]

    /// A PROXY header of version 2.
    ///
    /// - Parameter length: the length in the header, if it is not the number of the given bytes.
    private func version2(_ command: UInt8, _ family: UInt8, _ rest: [UInt8], length: Int? = nil) -> [UInt8] {
        let length = length ?? rest.count
        return Self.signature + [command, family, UInt8(length >> 8), UInt8(length & 255)] + rest
    }

    private func read(_ text: String) -> ProxyHeader { ProxyHeader(Array(text.utf8)) }

    private func complete(_ length: Int, _ client: String, _ port: UInt16) throws -> ProxyHeader {
        .complete(length: length, client: try SocketAddress(numericHost: client, port: port))
    }

    @Test func `the client's address is read from a PROXY header of version 1`() throws {
        #expect(
            try read("PROXY TCP4 192.0.2.1 198.51.100.2 56324 443\r\nGET /")
                == complete(45, "192.0.2.1", 56_324))
        #expect(try read("PROXY TCP6 2001:db8::1 ::1 1 65535\r\n") == complete(36, "2001:db8::1", 1))
        #expect(read("PROXY UNKNOWN\r\n") == .complete(length: 15, client: nil))
        #expect(read("PROXY UNKNOWN ffff::1 ffff::1 65535 65535\r\n") == .complete(length: 43, client: nil))
    }

    @Test func `the client's address is read from a PROXY header of version 2, which may contain further data`() throws
    {
        let v4: [UInt8] = [192, 0, 2, 1, 198, 51, 100, 2, 0xDC, 0x04, 1, 187]
        #expect(try ProxyHeader(version2(0x21, 0x11, v4)) == complete(28, "192.0.2.1", 56_324))
        #expect(try ProxyHeader(version2(0x21, 0x11, v4 + [1, 0, 1, 104])) == complete(32, "192.0.2.1", 56_324))
        let v6: [UInt8] = [0x20, 1, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 27) + [1] + [0, 80, 1, 187]
        #expect(try ProxyHeader(version2(0x21, 0x21, v6)) == complete(52, "2001:db8::", 80))
        // Check PROXY headers without a client's IP address: one for the proxy's own connection (twice), one for an
        // address of another kind, and one for a Unix socket.
        #expect(ProxyHeader(version2(0x20, 0x00, [])) == .complete(length: 16, client: nil))
        #expect(ProxyHeader(version2(0x20, 0x11, v4)) == .complete(length: 28, client: nil))
        #expect(ProxyHeader(version2(0x21, 0x00, [9, 9])) == .complete(length: 18, client: nil))
        #expect(
            ProxyHeader(version2(0x21, 0x31, [UInt8](repeating: 0, count: 216)))
                == .complete(length: 232, client: nil))
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\n", "proxy TCP4 192.0.2.1 192.0.2.2 1 2\r\n", "PROXY TCP4 192.0.2.1 192.0.2.2 1 2\n",
        "PROXY TCP4 192.0.2.1 192.0.2.2 1\r\n", "PROXY TCP4 192.0.2.1 192.0.2.2 1 2 3\r\n",
        "PROXY  TCP4 192.0.2.1 192.0.2.2 1 2\r\n", "PROXY TCP4 2001:db8::1 ::1 1 2\r\n",
        "PROXY TCP6 192.0.2.1 192.0.2.2 1 2\r\n", "PROXY TCP4 192.0.2.1 192.0.2.2 01 2\r\n",
        "PROXY TCP4 192.0.2.1 192.0.2.2 65536 2\r\n", "PROXY TCP4 192.0.2.1 192.0.2.2 +1 2\r\n",
        "PROXY TCP4 192.0.2.256 192.0.2.2 1 2\r\n", "PROXY TCP4 localhost 192.0.2.2 1 2\r\n",
        "PROXY TCP6 fe80::1%lo ::1 1 2\r\n", "PROXY UDP4 192.0.2.1 192.0.2.2 1 2\r\n", "PROXY \r\n",
        "PROXY UNKNOWN" + String(repeating: " ", count: 100) + "\r\n",
    ])
    func `a malformed version 1 PROXY header is refused`(text: String) {
        #expect(read(text) == .malformed)
    }

    @Test func `a malformed version 2 PROXY header is refused`() {
        let v4 = [UInt8](repeating: 1, count: 12)
        #expect(ProxyHeader(version2(0x11, 0x11, v4)) == .malformed)
        #expect(ProxyHeader(version2(0x22, 0x11, v4)) == .malformed)
        #expect(ProxyHeader(version2(0x21, 0x12, v4)) == .malformed)
        #expect(ProxyHeader(version2(0x21, 0x11, v4, length: 11)) == .malformed)
        #expect(ProxyHeader(version2(0x21, 0x21, v4)) == .malformed)
        #expect(ProxyHeader(version2(0x21, 0x11, v4, length: 60_000)) == .malformed)
        #expect(ProxyHeader(Array(Self.signature.dropLast()) + [11]) == .malformed)
    }

    @Test func `a partial PROXY header is reported as incomplete and not refused`() {
        for whole in [
            Array("PROXY TCP4 192.0.2.1 198.51.100.2 56324 443\r\n".utf8), Array("PROXY UNKNOWN\r\n".utf8),
            version2(0x21, 0x11, [UInt8](repeating: 7, count: 20)), version2(0x20, 0, []),
            version2(0x20, 0, [UInt8](repeating: 7, count: 9)),
        ] {
            for count in 0..<whole.count { #expect(ProxyHeader(Array(whole[..<count])) == .incomplete) }
        }
    }
}
