import EventLoop
import Testing

struct AddressTests {
    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1:80"), ("localhost", "127.0.0.1:80"), ("0.0.0.0", "0.0.0.0:80"),
        ("::1", "[::1]:80"), ("2001:DB8:0::1", "[2001:db8::1]:80"), ("::ffff:1.2.3.4", "[::ffff:1.2.3.4]:80"),
    ])
    func `numeric IP addresses are parsed and formatted`(host: String, text: String) throws {
        #expect(try SocketAddress(numericHost: host, port: 80).description == text)
    }

    @Test(arguments: ["", "1.2.3", "256.1.1.1", "example.org", "::g", "1.2.3.4:80"])
    func `text that is not a numeric IP address is refused`(host: String) {
        #expect(throws: SystemError.self) { try SocketAddress(numericHost: host, port: 80) }
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("192.0.2.1", "192.0.2.1", true),
        ("192.0.2.1", "192.0.2.2", false), ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "2001:db8::1", false),
        ("::/0", "203.0.113.9", true), ("2001:db8::/32", "2001:db8:ffff::1", true),
        ("2001:db8::/32", "2001:db9::", false),
        ("2001:db8:0:1::/64", "2001:db8:0:1::9", true), ("2001:db8::8/127", "2001:db8::9", true),
        ("10.0.0.0/8", "::ffff:10.1.1.1", true), ("10.0.0.1/32", "10.0.0.1", true), ("::1/128", "::1", true),
    ])
    func `an IP network contains the addresses that begin with its prefix`(network: String, address: String, isIn: Bool)
        throws
    {
        let address = try SocketAddress(numericHost: address, port: 1)
        #expect(try #require(AddressNetwork(network)).contains(address) == isIn)
    }

    @Test(arguments: [
        "", "/", "10.0.0.0/", "/8", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/8/8", "10.0.0.1/8",
        "::1/129",
        "2001:db8::1/64", "example.org/8", "10.0.0.0/٨", "10.0.0.0:80/8", "[::1]/128", "192.0.2.1:80", "localhost",
        "localhost/32",
    ])
    func `text that is not an IP network is refused`(_ text: String) { #expect(AddressNetwork(text) == nil) }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("192.0.2.1:4711", "192.0.2.1"), ("2001:db8::1", "2001:db8::1"),
        ("[2001:db8::1]", "2001:db8::1"), ("[2001:db8::1]:443", "2001:db8::1"), ("::1", "::1"), ("unknown", nil),
        ("localhost", nil), ("", nil), ("[::1", nil), ("_gazonk", nil), ("192.0.2", nil), ("feed", nil),
    ])
    func `an IP address is parsed in the formats that proxies send`(_ text: String, _ host: String?) {
        #expect(SocketAddress(numeric: text)?.host == host)
    }

    @Test func `an IPv4 client counts as the same network on an IPv4 and on an IPv6 socket`() throws {
        let four = try SocketAddress(numericHost: "192.0.2.1", port: 1)
        let mapped = try SocketAddress(numericHost: "::ffff:192.0.2.1", port: 2)
        #expect(four.network == mapped.network)
        #expect(try four.network != SocketAddress(numericHost: "::ffff:192.0.2.2", port: 2).network)
    }

    @Test func `numeric addresses and host names are resolved, and an unknown host name fails`() async throws {
        try await withLoop { loop in
            #expect(try await resolve(host: "::1", port: 5432, on: loop).map(\.description) == ["[::1]:5432"])
            // `LocalHost` is not a numeric address, so the resolver is asked.
            let found = try await loop.run { try await resolve(host: "LocalHost", port: 5432, on: loop) }
            #expect(found.contains { $0.host == "127.0.0.1" || $0.host == "::1" })
            #expect(found.allSatisfy { $0.port == 5432 })
            // By RFC 6761, a name in the domain `.invalid` never exists.
            await #expect(throws: SystemError.self) {
                try await resolve(host: "nobody.invalid", port: 1, on: loop)
            }
        }
    }
}
