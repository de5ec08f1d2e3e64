import EventLoop
import HTTPServer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30))) struct StrictConnectionTests {
    @Test func `every malformed request is answered once and closes the connection, and no request after it is read`()
        async throws
    {
        let served = Mutex<[String]>([])
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            served.withLock { $0.append(request.path) }
            return .now(text("served"))
        }
        try await withServer(respond: respond) { server, loop in
            for line in MustReject.all {
                let client = try await RawClient.connect(to: server.port, on: loop)
                client.send(get("/before") + line.bytes + get("/behind"))
                let answers = await client.receivedUntilClosed().components(endingWith: "HTTP/1.1 ")
                #expect(answers.count == 3, "\(line.rule)")
                #expect(answers.last?.hasPrefix("\(line.refusal.status.code) ") == true, "\(line.rule)")
                #expect(answers.last?.contains("\r\nConnection: close\r\n") == true, "\(line.rule)")
            }
        }
        #expect(served.withLock { $0 } == MustReject.all.map { _ in "/before" })
    }

    @Test func `the refusal of an HTTP request is sent after the answers to earlier requests of the connection`()
        async throws
    {
        let gate = Signal()
        let respond: @Sendable (HTTPRequest) -> Reply = { _ in
            .later {
                await gate.wait()
                return text("first")
            }
        }
        try await withServer(respond: respond) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            client.send(get("/") + "BAD\r\n\r\n" + get("/"))
            gate.fire()
            let answers = await client.receivedUntilClosed().components(endingWith: "HTTP/1.1 ")
            #expect(answers.map { $0.prefix(3) } == ["", "200", "400"])
        }
    }

    @Test func `a refused request is answered with a problem document that quotes nothing from the request`()
        async throws
    {
        try await withServer(respond: { _ in .now(text("")) }) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            client.send("GET /marker HTTP/1.1\r\nHost: marker/x\r\n\r\n")
            let answer = await client.receivedUntilClosed()
            #expect(answer.contains("Content-Type: application/problem+json\r\n"))
            #expect(
                answer.hasSuffix(
                    #"{"type":"about:blank","title":"Bad Request","status":400,"detail":"malformed host"}"#))
        }
    }

    @Test(arguments: [
        ("GET / HTTP/1.9\r\nHost: a\r\nConnection: close\r\n\r\n", "HTTP/1.1 200 OK\r\n"),
        ("GET / HTTP/3.0\r\nHost: a\r\n\r\n", "HTTP/1.1 505 HTTP Version Not Supported\r\n"),
        ("OPTIONS * HTTP/1.2\r\nHost: a\r\nConnection: close\r\n\r\n", "HTTP/1.1 200 OK\r\n"),
        // Two bytes, the beginning of a TLS record, already show the server that the client speaks TLS.
        ("\u{16}\u{3}", "HTTP/1.1 400 Bad Request\r\n"),
    ])
    func `a later minor version of HTTP/1 is served as HTTP/1.1; HTTP/3.0 and TLS on a plain port are refused at once`(
        _ request: String, _ status: String
    ) async throws {
        try await withServer(respond: { _ in .now(text("")) }) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            client.send(request)
            #expect(await client.receivedUntilClosed().hasPrefix(status))
        }
    }

    @Test func `a 405 answer names the allowed methods`() async throws {
        try await withServer(respond: { _ in .now(text("")) }) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            client.send("TRACE / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(
                await client.receivedUntilClosed().contains(
                    "\r\nAllow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n"))
        }
    }
}
