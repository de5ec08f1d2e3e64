import EventLoop
import HTTPServer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30))) struct ConnectionTests {
    @Test func `an HTTP answer has status line, date, header fields and length`() async throws {
        try await withServer(respond: { .now(text("hello \($0.path)")) }) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            client.send(get("/a"))
            let answer = await client.received(until: "hello /a")
            #expect(
                withoutDates(answer)
                    == "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 8\r\n\r\nhello /a")
            #expect(answer.contains("\r\nDate: "))
            client.send(get("/b"))
            #expect(withoutDates(await client.received(until: "hello /b")).hasPrefix(withoutDates(answer)))
        }
    }

    @Test func `pipelined requests are answered in order, even if an earlier one is slower`() async throws {
        let gate = Signal()
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            switch request.path {
            case "/slow":
                return .later {
                    await gate.wait()
                    return text("1")
                }
            case "/last":
                gate.fire()
                return .now(text("3"))
            case let path: return .now(text(path))
            }
        }
        try await withServer(respond: respond) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            client.send(get("/slow") + get("/2") + get("/last", "Connection: close\r\n") + get("/never"))
            let bodies = await client.receivedUntilClosed().components(endingWith: "\r\n\r\n")
            #expect(bodies.map(\.first) == ["H", "1", "/", "3"])
            #expect(bodies.count == 4)
        }
    }

    @Test func `a pipelined request that changes data is handled after all earlier requests and before all later ones`()
        async throws
    {
        let log = Mutex<[String]>([])
        let gate = Signal()
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            let name = "\(request.method.rawValue) \(request.path)"
            log.withLock { $0.append("start \(name)") }
            return .later {
                if request.path == "/1" { await gate.wait() }
                log.withLock { $0.append("end \(name)") }
                return text(request.path)
            }
        }
        try await withServer(respond: respond) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            let other = try await RawClient.connect(to: server.port, on: loop)
            client.send(get("/1") + "POST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n" + get("/3"))
            other.send(get("/other"))
            _ = await other.received(until: "\r\n\r\n/other")
            gate.fire()
            _ = await client.received(until: "\r\n\r\n/3")
            let order = log.withLock { $0 }.filter { !$0.hasSuffix("/other") }
            #expect(
                order == ["start GET /1", "end GET /1", "start POST /2", "end POST /2", "start GET /3", "end GET /3"])
        }
    }

    @Test func `a connection handles at most as many pipelined requests at the same time as its pipeline depth`()
        async throws
    {
        let working = Mutex((now: 0, most: 0))
        var limits = HTTPLimits()
        limits.pipelineDepth = 4
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            working.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
            return .later {
                await Task.yield()
                working.withLock { $0.now -= 1 }
                return text(request.path)
            }
        }
        try await withServer(limits: limits, respond: respond) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            client.send((1...300).map { get("/\($0)") }.joined())
            let answer = await client.received(until: "\r\n\r\n/300")
            #expect(answer.components(endingWith: "HTTP/1.1 200 OK").count == 301)
            #expect(working.withLock { $0.most } == 4)
        }
    }

    @Test func `answers to HEAD and answers with status 204 or 304 have no body`() async throws {
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            switch request.path {
            case "/204": .now(HTTPResponse(.noContent, body: .bytes([65])))
            case "/304": .now(HTTPResponse(.notModified, fields: ["ETag": "\"1\""], body: .bytes([65])))
            case "/chunks": .now(HTTPResponse(.ok, body: .chunks { writer in try await writer.write([65]) }))
            case _: .now(text("hello"))
            }
        }
        try await withServer(respond: respond) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            let head = { (path: String) in "HEAD \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }
            client.send(head("/") + get("/204") + get("/304") + head("/chunks") + get("/", "Connection: close\r\n"))
            let answer = withoutDates(await client.receivedUntilClosed())
            #expect(
                answer == """
                    HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\n\
                    HTTP/1.1 204 No Content\r\n\r\n\
                    HTTP/1.1 304 Not Modified\r\nETag: "1"\r\n\r\n\
                    HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\
                    HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello
                    """)
        }
    }

    @Test func `an HTTP/1.0 connection is closed unless the client asks to keep it, and gets no chunked body`()
        async throws
    {
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            guard request.path == "/stream" else { return .now(text("x")) }
            return .now(HTTPResponse(.ok, body: .chunks { writer in try await writer.write(Array("streamed".utf8)) }))
        }
        try await withServer(respond: respond) { server, loop in
            let closing = try await RawClient.connect(to: server.port, on: loop)
            closing.send("GET / HTTP/1.0\r\n\r\n")
            #expect(await closing.receivedUntilClosed().contains("Connection: close\r\n\r\nx"))
            let staying = try await RawClient.connect(to: server.port, on: loop)
            staying.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            #expect(await staying.received(until: "\r\n\r\nx").contains("Connection: keep-alive\r\n"))
            staying.send("GET /stream HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            #expect(await staying.receivedUntilClosed().hasSuffix("Connection: close\r\n\r\nstreamed"))
        }
    }

    @Test func `request bodies and answer bodies may be chunked`() async throws {
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            .now(
                HTTPResponse(
                    .ok,
                    body: .chunks { writer in
                        for byte in request.body { try await writer.write([byte]) }
                        try await writer.write([])
                    }))
        }
        try await withServer(respond: respond) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
            client.send("2\r\nab\r\n1;x=y\r\nc\r\n0\r\n\r\n")
            #expect(
                await client.receivedUntilClosed()
                    .hasSuffix(
                        "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n1\r\na\r\n1\r\nb\r\n1\r\nc\r\n0\r\n\r\n"
                    ))
        }
    }

    @Test func `a client that waits for 100-continue gets it, unless its request body is too large`() async throws {
        try await withServer(respond: { .now(text("got \($0.body.count)")) }) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
            #expect(await client.received(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
            client.send("abc")
            #expect(await client.received(until: "got 3").hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"))
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999\r\nExpect: 100-continue\r\n\r\n")
            let rest = await client.receivedUntilClosed().components(endingWith: "got 3").last
            #expect(rest?.hasPrefix("HTTP/1.1 413 Content Too Large\r\n") == true)
        }
    }

    @Test func `a request whose body arrives together with its head gets no 100-continue`() async throws {
        try await withServer(respond: { .now(text("got \($0.body.count)")) }) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\nabc")
            #expect(await client.received(until: "got 3").hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
    }

    @Test func `some requests can have their own limit for the body, which replaces the general limit`() async throws {
        var limits = HTTPLimits()
        limits.body = 10
        limits.bodyFor = { $0.path == "/upload" ? 100_000 : nil }
        try await withServer(limits: limits, respond: { .now(text("got \($0.body.count)")) }) { server, loop in
            let body = String(repeating: "x", count: 100_000)
            let client = try await RawClient.connect(to: server.port, on: loop)
            client.send("PUT /upload HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n" + body)
            #expect(await client.received(until: "got 100000").hasPrefix("HTTP/1.1 200 OK"))
            client.send("PUT /other HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n" + body)
            #expect(await client.receivedUntilClosed().contains("HTTP/1.1 413 "))
        }
    }

    @Test func `a line break in an answer's header value cannot start a new header field`() async throws {
        let respond: @Sendable (HTTPRequest) -> Reply = { _ in
            .now(HTTPResponse(.ok, fields: ["X-Name": "a\r\nSet-Cookie: b\0"]))
        }
        try await withServer(respond: respond) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            client.send(get("/"))
            #expect(await client.received(until: "\r\n\r\n").contains("\r\nX-Name: a  Set-Cookie: b \r\n"))
        }
    }
}

extension String {
    func components(endingWith separator: String) -> [Substring] {
        var parts: [Substring] = []
        var rest = self[...]
        while let range = rest.firstRange(of: separator) {
            parts.append(rest[..<range.lowerBound])
            rest = rest[range.upperBound...]
        }
        return parts + [rest]
    }
}
