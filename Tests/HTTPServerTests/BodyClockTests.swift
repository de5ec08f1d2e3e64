import EventLoop
import HTTPServer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30))) struct BodyClockTests {
    @Test func `the time limit for a request body is a grace period plus time for each byte received`() {
        var limits = HTTPLimits()
        limits.bodyGrace = .seconds(10)
        limits.bodyRate = 1_000
        let clock = BodyClock(since: MonotonicTime(milliseconds: 500))
        #expect(clock.expiry(after: 0, limits) == MonotonicTime(milliseconds: 10_500))
        #expect(clock.expiry(after: 2_500, limits) == MonotonicTime(milliseconds: 13_000))
    }

    @Test func `the time limit for a request body is suspended while the server does not read`() {
        let limits = HTTPLimits()
        var clock = BodyClock(since: MonotonicTime(milliseconds: 0))
        clock.hold(true, at: MonotonicTime(milliseconds: 1_000))
        #expect(clock.expiry(after: 0, limits) == nil)
        clock.hold(true, at: MonotonicTime(milliseconds: 5_000))
        clock.hold(false, at: MonotonicTime(milliseconds: 61_000))
        clock.hold(false, at: MonotonicTime(milliseconds: 62_000))
        #expect(clock.expiry(after: 0, limits) == MonotonicTime(milliseconds: 70_000))
    }

    /// Sends a request, waits longer than the time limit for its body, and sends the rest. Another connection's idle
    /// timeout shows that the time limit has passed.
    private func served(
        _ request: String, then rest: String, once answered: String, reading: Bool = true
    ) async throws -> [UInt8] {
        var limits = HTTPLimits()
        limits.bodyGrace = .seconds(2)
        limits.bodyRate = 1 << 40
        limits.idleTimeout = .seconds(3)
        let fixed = limits
        let (started, gate) = (Signal(), Signal())
        let result = Mutex<[UInt8]>([])
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            switch request.path {
            case "/slow":
                .later {
                    started.fire()
                    await gate.wait()
                    return text("slow")
                }
            case "/large":
                .later {
                    started.fire()
                    return HTTPResponse(.ok, body: .bytes([UInt8](repeating: 65, count: 24 << 20)))
                }
            case _: .now(text("got \(request.body.count)"))
            }
        }
        try await withServer(limits: fixed, respond: respond) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop, reading: reading)
            client.send(request)
            await started.wait()
            let other = try await RawClient.connect(to: server.port, on: loop)
            other.send(get("/"))
            _ = await other.receivedUntilClosed()
            gate.fire()
            client.resumeReading()
            let end = Array(answered.utf8)
            _ = await client.received { $0.suffix(end.count) == end[...] }
            client.send(rest)
            let bytes = await client.bytesUntilClosed()
            result.withLock { $0 = bytes }
        }
        return result.withLock { $0 }
    }

    private let post = "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n"

    @Test func `the time limit for a request body is suspended while the client waits for 100-continue`() async throws {
        let answer = try await served(
            get("/slow") + post + "Expect: 100-continue\r\n\r\n", then: "ab", once: "slowHTTP/1.1 100 Continue\r\n\r\n")
        #expect(String(decoding: answer, as: UTF8.self).hasSuffix("got 2"))
    }

    @Test func `the time limit for a request body is suspended while the client receives earlier answers`() async throws
    {
        let answer = try await served(
            get("/large") + post + "\r\na", then: "b", once: String(repeating: "A", count: 1_000), reading: false)
        #expect(answer.count > 24 << 20)
        #expect(String(decoding: answer.suffix(100), as: UTF8.self).hasSuffix("got 2"))
    }
}
