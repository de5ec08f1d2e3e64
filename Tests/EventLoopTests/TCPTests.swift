import EventLoop
import Testing

struct TCPTests {
    @Test func `what is written comes back from an echo`() async throws {
        let loop = try EventLoop(name: "echo")
        let listener = try TCPListener(on: loop, host: "127.0.0.1", port: 0) { connection in
            connection.start(
                receive: { bytes in
                    connection.write(bytes)
                }, closed: { _ in })
        }
        let address = try SocketAddress(numericHost: "127.0.0.1", port: listener.port)
        let echoed = try await loop.run {
            let connection = try await TCPConnection.connect(to: address, on: loop)
            return await withCheckedContinuation { continuation in
                connection.start(
                    receive: { bytes in
                        continuation.resume(returning: bytes.byteCount)
                        connection.close()
                    }, closed: { _ in })
                connection.write([Array("hello ".utf8), Array("world".utf8)])
            }
        }
        #expect(echoed == 11)
        try await loop.sleep(for: .milliseconds(20))
        await loop.stop()
    }
}
