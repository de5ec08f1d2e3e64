import EventLoop
import HTTPServer
import Synchronization
import TestSupport
import Testing

/// Tests requests whose handlers read the body while it arrives.
@Suite(.timeLimit(.minutes(30))) struct UploadTests {
    private static let limit = 1_000_000

    private var limits: HTTPLimits {
        var limits = HTTPLimits()
        limits.streamFor = { $0.method == .post && $0.path == "/upload" ? Self.limit : nil }
        return limits
    }

    private func head(_ length: Int, _ fields: String = "") -> String {
        "POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\(fields)\r\n"
    }

    /// Reads a request's whole body and answers with its size; answers 500 if the body does not arrive completely.
    private static func count(_ request: HTTPRequest) async -> HTTPResponse {
        guard let body = request.incoming else { return text("got \(request.body.count) at once") }
        var count = 0
        do { while let bytes = try await body.next() { count += bytes.count } } catch {
            return HTTPResponse(.internalServerError)
        }
        return text("got \(count)")
    }

    @Test func `a handler reads a request's body while it arrives, and the connection stays open after the answer`()
        async throws
    {
        let first = Signal()
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            .later {
                guard let body = request.incoming, let begin = try? await body.next() else { return text("no body") }
                first.fire()
                var count = begin.count
                while let bytes = try? await body.next() { count += bytes.count }
                return text("got \(count)")
            }
        }
        try await withServer(limits: limits, respond: respond) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            client.send(head(6) + "abc")
            await first.wait()
            client.send("def" + get("/next"))
            let answers = await client.received(until: "no body")
            #expect(answers.contains("got 6") && !answers.contains("Connection: close"))
        }
    }

    @Test func `a handler that reads a chunked body while it arrives gets the joined chunks`() async throws {
        try await withServer(limits: limits, respond: { request in .later { await Self.count(request) } }) {
            server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            client.send(
                "POST /upload HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
            #expect(await client.received(until: "got 5").hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test func `the server stops reading from a client if the handler does not read the request's body`() async throws {
        let gate = Signal()
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            .later {
                if request.incoming != nil { await gate.wait() }
                return await Self.count(request)
            }
        }
        var limits = limits
        limits.streamFor = { _ in 100_000_000 }
        try await withServer(limits: limits, respond: respond) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            let size = 64_000_000
            client.send(Array(head(size).utf8) + [UInt8](repeating: 65, count: size))
            // The server has had the time to read as much as it wants of the upload after it has answered many requests
            // of a second connection.
            let other = try await RawClient.connect(to: server.port, on: loop)
            for number in 1...50 {
                other.send(get("/plain"))
                _ = await other.received { bytes in
                    String(decoding: bytes, as: UTF8.self).components(endingWith: "at once").count > number
                }
            }
            let received = try await server.loop.run { server.statistics.receivedBytes }
            #expect(received < 8_000_000)
            gate.fire()
            _ = await client.received(until: "got \(size)")
            other.close()
        }
    }

    @Test
    func `a handler that starts to read after a whole body of 160,000 bytes has arrived reads the body to its end`()
        async throws
    {
        let gate = Signal()
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            .later {
                await gate.wait()
                return await Self.count(request)
            }
        }
        try await withServer(limits: limits, respond: respond) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            let size = 160_000
            client.send(Array(head(size).utf8) + [UInt8](repeating: 65, count: size))
            try await until { try await server.loop.run { server.statistics.receivedBytes } >= size }
            gate.fire()
            _ = await client.received(until: "got \(size)")
        }
    }

    @Test func `a handler's answer before the end of the request's body ends the connection`() async throws {
        for isAtOnce in [true, false] {
            let respond: @Sendable (HTTPRequest) -> Reply = { _ in
                isAtOnce ? .now(HTTPResponse(.unauthorized)) : .later { HTTPResponse(.unauthorized) }
            }
            try await withServer(limits: limits, respond: respond) { server, loop in
                let client = try await RawClient.connect(to: server.port, on: loop)
                client.send(head(6) + "abc")
                let answer = await client.receivedUntilClosed()
                #expect(answer.hasPrefix("HTTP/1.1 401 ") && answer.contains("\r\nConnection: close\r\n"))
            }
        }
    }

    @Test func `a request body above its limit is answered with 413, even if the handler has begun to read`()
        async throws
    {
        try await withServer(limits: limits, respond: { request in .later { await Self.count(request) } }) {
            server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            client.send(head(Self.limit + 1))
            #expect(await client.receivedUntilClosed().hasPrefix("HTTP/1.1 413 "))
            let other = try await RawClient.connect(to: server.port, on: loop)
            let chunk = String(repeating: "x", count: 0x80000)
            other.send("POST /upload HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _ in 1...2 { other.send("80000\r\n\(chunk)\r\n") }
            #expect(await other.receivedUntilClosed().hasPrefix("HTTP/1.1 413 "))
        }
    }

    @Test func `a handler that reads a request's body gets an error if the client disconnects before the end`()
        async throws
    {
        let (begun, broken) = (Signal(), Signal())
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            .later {
                begun.fire()
                do { while try await request.incoming?.next() != nil {} } catch { broken.fire() }
                return text("")
            }
        }
        try await withServer(limits: limits, respond: respond) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            client.send(head(6) + "abc")
            await begun.wait()
            client.close()
            await broken.wait()
        }
    }

    @Test func `a client that waits for 100-continue gets it when the handler begins to read`() async throws {
        let gate = Signal()
        let started = Signal()
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            .later {
                started.fire()
                await gate.wait()
                return await Self.count(request)
            }
        }
        try await withServer(limits: limits, respond: respond) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            client.send(head(3, "Expect: 100-continue\r\n"))
            await started.wait()
            gate.fire()
            #expect(await client.received(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
            client.send("abc")
            _ = await client.received(until: "got 3")
        }
    }

    @Test func `the handler of an upload starts after the connection's earlier requests are answered`() async throws {
        let gate = Signal()
        let order = Mutex<[String]>([])
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            .later {
                order.withLock { $0.append(request.path) }
                if request.path == "/slow" { await gate.wait() }
                return await Self.count(request)
            }
        }
        try await withServer(limits: limits, respond: respond) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            client.send(get("/slow") + head(3) + "abc" + get("/last"))
            gate.fire()
            let answers = await client.received { bytes in
                String(decoding: bytes, as: UTF8.self).components(endingWith: "at once").count == 3
            }
            #expect(answers.contains("got 3"))
            #expect(order.withLock { $0 } == ["/slow", "/upload", "/last"])
        }
    }

    @Test func `a handler reads a request's body while it arrives over HTTP 2`() async throws {
        try await withSecureServer(limits: limits, respond: { request in .later { await Self.count(request) } }) {
            secure in
            let plain = try await upload(900_000, to: secure)
            #expect(plain == "got 900000")
            let expecting = try await upload(900_000, to: secure, "-H", "Expect: 100-continue")
            #expect(expecting == "got 900000")
            let refused = try await upload(2_000_000, to: secure, "-i")
            #expect(refused.hasPrefix("HTTP/2 413"))
        }
    }

    private func upload(_ count: Int, to secure: SecureServer, _ arguments: String...) async throws -> String {
        let words = arguments.map { "'\($0)'" }.joined(separator: " ")
        return try await Shell.run([
            "sh", "-c",
            """
            head -c \(count) /dev/zero | curl -sS -m 60 --cacert '\(secure.certificate.certificate)' \(words) \
                --data-binary @- 'https://localhost:\(secure.server.port)/upload'
            """,
        ])
    }
}
