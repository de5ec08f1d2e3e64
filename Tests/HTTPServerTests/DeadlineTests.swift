import EventLoop
import HTTPServer
import Synchronization
import Testing

/// Tests of time limits. The limits are set to short times, and the tests wait only until the connection is closed.
@Suite(.timeLimit(.minutes(30))) struct DeadlineTests {
    private func limits(_ change: (inout HTTPLimits) -> Void) -> HTTPLimits {
        var limits = HTTPLimits()
        change(&limits)
        return limits
    }

    @Test func `a request head that is never completed is answered with 408`() async throws {
        let limits = limits { $0.headerTimeout = .seconds(1) }
        try await withServer(limits: limits, respond: { _ in .now(text("")) }) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            client.send("GET / HTTP/1.1\r\nHost: a\r\n")
            #expect(await client.receivedUntilClosed().hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
        }
    }

    @Test func `a request head that is still arriving slowly at its time limit is answered with 408`() async throws {
        let limits = limits { $0.headerTimeout = .seconds(1) }
        try await withServer(limits: limits, respond: { _ in .now(text("served")) }) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            client.send(get("/"))
            _ = await client.received(until: "served")
            let dripping = Task {
                client.send("GET / HTTP/1.1\r\n")
                while !Task.isCancelled {
                    client.send("A: b\r\n")
                    // Pause between the header fields. Without a pause, the request would exceed the limit on header
                    // fields before it exceeds the time limit.
                    try await loop.run { try await loop.sleep(for: .milliseconds(50)) }
                }
            }
            #expect(await client.receivedUntilClosed().contains("HTTP/1.1 408 "))
            dripping.cancel()
        }
    }

    @Test func `an HTTP connection on which nothing is sent is closed without an answer`() async throws {
        let limits = limits { $0.headerTimeout = .milliseconds(50) }
        try await withServer(limits: limits, respond: { _ in .now(text("")) }) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            #expect(await client.receivedUntilClosed().isEmpty)
        }
    }

    @Test func `an idle HTTP connection is closed after the idle timeout`() async throws {
        let limits = limits { $0.idleTimeout = .milliseconds(50) }
        try await withServer(limits: limits, respond: { _ in .now(text("served")) }) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            client.send(get("/"))
            #expect(await client.receivedUntilClosed().hasSuffix("\r\n\r\nserved"))
        }
    }

    @Test func `a request body below the minimum rate is answered with 408`() async throws {
        let limits = limits {
            $0.bodyGrace = .milliseconds(50)
            $0.bodyRate = 1_000_000
        }
        try await withServer(limits: limits, respond: { _ in .now(text("served")) }) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nabc")
            #expect(await client.receivedUntilClosed().hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
        }
    }

    @Test func `a request whose handler runs longer than the idle timeout is still answered`() async throws {
        let limits = limits {
            $0.idleTimeout = .milliseconds(50)
            $0.writeStallTimeout = .milliseconds(50)
        }
        let started = Signal()
        let gate = Signal()
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            guard request.path == "/slow" else { return .now(text("other")) }
            return .later {
                started.fire()
                await gate.wait()
                return text("slow")
            }
        }
        try await withServer(limits: limits, respond: respond) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop)
            client.send(get("/slow"))
            await started.wait()
            // While the handler runs, another connection is closed by the idle timeout. This shows that the handler
            // runs longer than the idle timeout.
            let other = try await RawClient.connect(to: server.port, on: loop)
            other.send(get("/"))
            _ = await other.receivedUntilClosed()
            gate.fire()
            #expect(await client.receivedUntilClosed().hasSuffix("\r\n\r\nslow"))
        }
    }

    @Test
    func `a body producer is suspended while its client does not read, and fails when the server's time limit passes`()
        async throws
    {
        let limits = limits { $0.writeStallTimeout = .milliseconds(100) }
        let written = Mutex(0)
        let outcome = Mutex<(any Error)?>(nil)
        let ended = Signal()
        let respond: @Sendable (HTTPRequest) -> Reply = { _ in
            .now(
                HTTPResponse(
                    .ok,
                    body: .chunks { writer in
                        do {
                            while true {
                                try await writer.write([UInt8](repeating: 65, count: 16_384))
                                written.withLock { $0 += 16_384 }
                            }
                        } catch {
                            outcome.withLock { $0 = error }
                            ended.fire()
                            throw error
                        }
                    }))
        }
        try await withServer(limits: limits, respond: respond) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop, reading: false)
            client.send(get("/"))
            await ended.wait()
            #expect(outcome.withLock { $0 } is HTTPClientGone)
            // The producer has written only what fits into the kernel's buffers on both sides and the server's own
            // buffer. If the producer were not suspended, it would have written gigabytes.
            #expect(written.withLock { $0 } < 16 << 20)
            client.resumeReading()
            _ = await client.receivedUntilClosed()
        }
    }

    @Test func `a client that reads slowly receives every byte of an answer`() async throws {
        let total = 8 << 20
        let respond: @Sendable (HTTPRequest) -> Reply = { _ in
            .now(
                HTTPResponse(
                    .ok,
                    body: .chunks(length: total) { writer in
                        for part in 0..<total / 65_536 {
                            try await writer.write([UInt8](repeating: UInt8(truncatingIfNeeded: part), count: 65_536))
                        }
                    }))
        }
        try await withServer(respond: respond) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop, reading: false)
            client.send(get("/", "Connection: close\r\n"))
            // The producer of the large body is suspended while the server answers another client.
            let other = try await RawClient.connect(to: server.port, on: loop)
            other.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = await other.received(until: "\r\n\r\n")
            client.resumeReading()
            let bytes = await client.bytesUntilClosed()
            let body = bytes.suffix(total)
            #expect(bytes.count > total)
            #expect(body.enumerated().allSatisfy { $1 == UInt8(truncatingIfNeeded: $0 / 65_536) })
        }
    }
}
