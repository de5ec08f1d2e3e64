import EventLoop
import HTTPServer
import Synchronization
import TLS
import Testing

/// Tests that HTTP/1.1 over TLS behaves like HTTP/1.1 without TLS.
@Suite(.timeLimit(.minutes(30))) struct SecureConnectionTests {
    @Test func `the header fields configured for all answers are sent with every answer, including refusals`()
        async throws
    {
        let fields: HTTPFields = ["Strict-Transport-Security": "max-age=31536000"]
        try await withSecureServer(commonFields: fields, respond: { _ in .now(text("served")) }) { secure in
            for (request, status) in [(get("/", "Connection: close\r\n"), "200 OK"), ("nonsense\r\n\r\n", "400")] {
                let client = try await secure.client()
                client.send(request)
                let answer = await client.receivedUntilClosed()
                #expect(answer.hasPrefix("HTTP/1.1 \(status)"))
                #expect(answer.contains("\r\nStrict-Transport-Security: max-age=31536000\r\n"))
            }
        }
    }

    @Test func `several requests in one TLS record and one request in several TLS records are answered`() async throws {
        try await withSecureServer(respond: { .now(text("hello \($0.path);")) }) { secure in
            let client = try await secure.client()
            client.send((1...40).map { get("/\($0)") }.joined())
            _ = await client.received(until: "hello /40;")
            for byte in get("/last", "Connection: close\r\n").utf8 { client.send([byte]) }
            #expect(await client.receivedUntilClosed().hasSuffix("hello /last;"))
        }
    }

    @Test func `a TLS server sends close_notify before it closes the connection`() async throws {
        var limits = HTTPLimits()
        limits.idleTimeout = .milliseconds(50)
        try await withSecureServer(limits: limits, respond: { _ in .now(text("served")) }) { secure in
            // The server closes the first connection after the last answer, and the second one after the idle timeout.
            for request in [SecureServer.lastRequest, #"GET /x HTTP/1.1\r\nHost: a\r\n\r\n"#] {
                let output = try await secure.openssl("-ign_eof", sending: request)
                #expect(output.contains("served") && output.contains("closed"), "\(output)")
                #expect(!output.contains("unexpected eof"), "\(output)")
            }
        }
    }

    @Test
    func `a TLS client's disconnect without close_notify ends the connection and drops its incomplete request`()
        async throws
    {
        let served = Mutex(0)
        var limits = HTTPLimits()
        limits.bodyGrace = .seconds(3_600)
        limits.idleTimeout = .seconds(3_600)
        let respond: @Sendable (HTTPRequest) -> Reply = { _ in
            served.withLock { $0 += 1 }
            return .now(text("served"))
        }
        try await withSecureServer(limits: limits, respond: respond) { secure in
            let idle = try await secure.client()
            idle.send(get("/"))
            _ = await idle.received(until: "served")
            let halfway = try await secure.client()
            halfway.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n")
            _ = await halfway.received(until: "100 Continue")
            halfway.send("12345")
            idle.close()
            halfway.close()
            // Draining ends when all connections have ended. None of them would end by its own time limit within an
            // hour.
            await secure.server.drain(within: .seconds(3_600))
            #expect(served.withLock { $0 } == 1)
        }
    }

    @Test
    func `large bodies are sent both ways over TLS, and a client that stops reading suspends the body's producer`()
        async throws
    {
        let size = 24 << 20
        var limits = HTTPLimits()
        limits.body = size
        let written = Mutex(0)
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            let body = request.body
            return .now(
                HTTPResponse(
                    .ok,
                    body: .chunks(length: body.count) { writer in
                        for start in stride(from: 0, to: body.count, by: 65_536) {
                            try await writer.write(Array(body[start..<min(start + 65_536, body.count)]))
                            written.withLock { $0 = start }
                        }
                    }))
        }
        try await withSecureServer(limits: limits, respond: respond) { secure in
            let sent = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
            let client = try await secure.client(reading: false)
            client.send("POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: \(size)\r\n\r\n")
            client.send(sent)
            // While the first client reads nothing, the server answers another client. The kernel's buffers can hold
            // only a small share of the first client's answer.
            let other = try await secure.client()
            for _ in 0..<50 {
                other.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = await other.received(until: "\r\n\r\n")
            }
            #expect(written.withLock { $0 } < size / 2)
            client.resumeReading()
            let received = await client.bytesUntilClosed()
            #expect(received.suffix(size).elementsEqual(sent))
        }
    }
}
