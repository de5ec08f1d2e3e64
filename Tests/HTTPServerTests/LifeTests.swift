import EventLoop
import HTTPServer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30))) struct LifeTests {
    @Test func `an HTTP handler is cancelled when its client disconnects, and its late answer is dropped`() async throws
    {
        let started = Signal()
        let cancelled = Signal()
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            guard request.path == "/wait" else { return .now(text("fine")) }
            return .later {
                started.fire()
                await Signal().wait()
                #expect(Task.isCancelled)
                cancelled.fire()
                return text("too late")
            }
        }
        try await withServer(respond: respond) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            client.send(get("/wait"))
            await started.wait()
            client.close()
            await cancelled.wait()
            let other = try await RawClient.connect(to: server.port, on: loop)
            other.send(get("/"))
            _ = await other.received(until: "fine")
        }
    }

    @Test func `a failing body producer resets the connection, so that the client knows that the body is incomplete`()
        async throws
    {
        struct Broken: Error {}
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            .now(
                HTTPResponse(
                    .ok,
                    body: .chunks(length: request.path == "/short" ? 10 : nil) { writer in
                        try await writer.write([65])
                        if request.path == "/broken" { throw Broken() }
                    }))
        }
        try await withServer(respond: respond) { server, loop in
            for path in ["/broken", "/short"] {
                let client = try await RawClient.connect(to: server.port, on: loop)
                client.send(get(path) + get("/next"))
                let answer = await client.receivedUntilClosed()
                #expect(!answer.contains("\r\n0\r\n\r\n"))
                #expect(answer.components(endingWith: "HTTP/1.1 ").count <= 2)
            }
        }
    }

    @Test func `a connection above the limit of connections is answered with 503 before it is closed`() async throws {
        var limits = HTTPLimits()
        limits.connections = 1
        try await withServer(limits: limits, respond: { _ in .now(text("served")) }) { server, loop in
            let first = try await RawClient.connect(to: server.port, on: loop)
            first.send(get("/"))
            _ = await first.received(until: "served")
            let second = try await RawClient.connect(to: server.port, on: loop)
            let answer = await second.receivedUntilClosed()
            #expect(answer.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
            #expect(answer.contains("\r\nRetry-After: 1\r\n"))
        }
    }

    @Test func `request bodies share one memory limit, and a finished request frees its body's memory`() async throws {
        var limits = HTTPLimits()
        limits.bodiesTogether = 10
        try await withServer(limits: limits, respond: { .now(text("got \($0.body.count)")) }) { server, loop in
            let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n"
            let first = try await RawClient.connect(to: server.port, on: loop)
            // The answer to the first request shows that the six body bytes of the second request have arrived as well.
            first.send("\(post)123456789\(post)123456")
            _ = await first.received(until: "got 9")
            let second = try await RawClient.connect(to: server.port, on: loop)
            second.send("\(post)123456")
            #expect(await second.receivedUntilClosed().hasPrefix("HTTP/1.1 503 "))
            first.send("789")
            _ = await first.received { String(decoding: $0, as: UTF8.self).components(endingWith: "got 9").count == 3 }
            let third = try await RawClient.connect(to: server.port, on: loop)
            third.send("\(post)123456789")
            _ = await third.received(until: "got 9")
        }
    }

    @Test
    func `a draining HTTP server answers requests in progress, closes idle connections, accepts no new connections`()
        async throws
    {
        let started = Signal()
        let gate = Signal()
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            guard request.path == "/slow" else { return .now(text("fast")) }
            return .later {
                started.fire()
                await gate.wait()
                return text("slow")
            }
        }
        var limits = HTTPLimits()
        limits.bodyGrace = .seconds(600)
        try await withServer(limits: limits, respond: respond) { server, loop in
            let idle = try await RawClient.connect(to: server.port, on: loop)
            idle.send(get("/"))
            _ = await idle.received(until: "fast")
            let half = try await RawClient.connect(to: server.port, on: loop)
            half.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
            _ = await half.received(until: "100 Continue\r\n\r\n")
            let busy = try await RawClient.connect(to: server.port, on: loop)
            busy.send(get("/slow"))
            await started.wait()

            let drained = Task { await server.drain(within: .seconds(30)) }
            #expect(await idle.receivedUntilClosed().hasSuffix("fast"))
            await RawClient.untilRefused(by: server.port, on: loop)
            half.send("abc")
            #expect(await half.receivedUntilClosed().hasSuffix("\r\nConnection: close\r\n\r\nfast"))
            gate.fire()
            #expect(await busy.receivedUntilClosed().hasSuffix("\r\nConnection: close\r\n\r\nslow"))
            await drained.value
        }
    }

    @Test func `a request sent just after an HTTP server began to drain is answered, and its connection is closed`()
        async throws
    {
        var limits = HTTPLimits()
        limits.drainGrace = .seconds(600)
        try await withServer(limits: limits, respond: { _ in .now(text("fast")) }) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            client.send(get("/"))
            _ = await client.received(until: "fast")
            let drained = Task { await server.drain(within: .seconds(600)) }
            await RawClient.untilRefused(by: server.port, on: loop)
            client.send(get("/"))
            #expect(await client.receivedUntilClosed().hasSuffix("\r\nConnection: close\r\n\r\nfast"))
            await drained.value
        }
    }

    @Test
    func
        `when an HTTP server begins to drain, a complete answer is still sent, and a next request is answered`()
        async throws
    {
        let place = Mutex<HTTPServer?>(nil)
        let drained = Signal()
        let respond: @Sendable (HTTPRequest) -> Reply = { _ in
            .later {
                guard let server = place.withLock({ $0.take() }) else { return text("served") }
                Task(executorPreference: server.loop) {
                    // Begin draining in the iteration of the event loop in which the request is answered, but after the
                    // answer is complete.
                    for _ in 0..<20 { await Task.yield() }
                    await server.drain(within: .seconds(600))
                    drained.fire()
                }
                return text("served")
            }
        }
        var limits = HTTPLimits()
        limits.drainGrace = .seconds(600)
        try await withServer(limits: limits, respond: respond) { server, loop in
            place.withLock { $0 = server }
            let client = try await RawClient.connect(to: server.port, on: loop)
            client.send(get("/"))
            _ = await client.received(until: "\r\n\r\nserved")
            client.send(get("/"))
            #expect(await client.receivedUntilClosed().hasSuffix("\r\nConnection: close\r\n\r\nserved"))
            await drained.wait()
        }
    }

    @Test func `a connection returns the shared answer buffer when its answer has been sent`()
        async throws
    {
        let place = Mutex<HTTPServer?>(nil)
        let seen = Mutex<Int?>(nil)
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            guard request.path == "/later" else { return .now(text(String(repeating: "a", count: 4_000) + "end")) }
            // The handler of `/later` runs after all received bytes have been processed, and before there is an answer
            // to send.
            return .later {
                let server = place.withLock { $0 }
                seen.withLock { $0 = server?.spareBytes }
                return text("later")
            }
        }
        try await withServer(respond: respond) { server, loop in
            place.withLock { $0 = server }
            let client = try await RawClient.connect(to: server.port, on: loop)
            client.send(get("/"))
            _ = await client.received(until: "end")
            client.send(get("/later"))
            _ = await client.received(until: "later")
            #expect(seen.withLock { $0 ?? 0 } > 4_000)
            place.withLock { $0 = nil }
        }
    }

    @Test func `the draining of an HTTP server ends at its time limit even if handlers are still running`()
        async throws
    {
        let started = Signal()
        let ended = Signal()
        let respond: @Sendable (HTTPRequest) -> Reply = { _ in
            .later {
                started.fire()
                await Signal().wait()
                ended.fire()
                return text("")
            }
        }
        try await withServer(respond: respond) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            client.send(get("/"))
            await started.wait()
            await server.drain(within: .milliseconds(50))
            await ended.wait()
            #expect(await client.receivedUntilClosed().isEmpty)
        }
    }
}
