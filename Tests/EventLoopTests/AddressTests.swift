import EventLoop
import Testing

struct AddressTests {
    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1:80"), ("localhost", "127.0.0.1:80"), ("0.0.0.0", "0.0.0.0:80"),
        ("::1", "[::1]:80"), ("2001:DB8:0::1", "[2001:db8::1]:80"), ("::ffff:1.2.3.4", "[::ffff:1.2.3.4]:80"),
    ])
    func `numeric addresses are read and written`(host: String, text: String) throws {
        #expect(try SocketAddress(numericHost: host, port: 80).description == text)
    }

    @Test(arguments: ["", "1.2.3", "256.1.1.1", "example.org", "::g", "1.2.3.4:80"])
    func `anything else is refused`(host: String) {
        #expect(throws: SystemError.self) { try SocketAddress(numericHost: host, port: 80) }
    }

    @Test func `names are looked up on another thread`() async throws {
        try await withLoop { loop in
            #expect(try await resolve(host: "::1", port: 5432, on: loop).map(\.description) == ["[::1]:5432"])
            // Not what the numeric reader knows by name, so the resolver is asked.
            let found = try await loop.run { try await resolve(host: "LocalHost", port: 5432, on: loop) }
            #expect(found.contains { $0.host == "127.0.0.1" || $0.host == "::1" })
            #expect(found.allSatisfy { $0.port == 5432 })
            // RFC 6761: never exists.
            await #expect(throws: SystemError.self) {
                try await resolve(host: "nobody.invalid", port: 1, on: loop)
            }
        }
    }
}
