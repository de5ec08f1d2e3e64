import EventLoop
import HTTPServer
import Synchronization
import TestSupport
import Testing

/// Tests clients that send requests and read the answers slowly or not at all.
@Suite(.timeLimit(.minutes(30))) struct SlowReaderTests {
    private static func large(_ megabytes: Int, _ byte: UInt8 = 65) -> HTTPResponse {
        HTTPResponse(.ok, body: .bytes([UInt8](repeating: byte, count: megabytes << 20)))
    }

    /// The byte values that occur 1,048,576 times in succession, in order. If each megabyte of a body repeats another
    /// byte, these are the bytes of the megabytes.
    private static func megabytes(in bytes: [UInt8]) -> [UInt8] {
        var found: [UInt8] = []
        var (last, length) = (UInt8(0), 0)
        for byte in bytes {
            length = byte == last ? length + 1 : 1
            last = byte
            if length == 1 << 20 { found.append(byte) }
        }
        return found
    }

    @Test(arguments: [false, true])
    func `pipelined answers arrive complete and in order at a client that sends all requests before it reads`(
        isSecure: Bool
    ) async throws {
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            let byte = UInt8(request.path.dropFirst()) ?? 0
            return byte % 2 == 0 ? .now(Self.large(1, byte)) : .later { Self.large(1, byte) }
        }
        let asked = (201...212).map { get("/\($0)") }.joined() + get("/213", "Connection: close\r\n")
        @Sendable func check(_ client: RawClient) async {
            client.send(asked)
            client.resumeReading()
            #expect(await Self.megabytes(in: client.bytesUntilClosed()) == Array(201...213))
        }
        if isSecure {
            try await withSecureServer(respond: respond) { await check(try await $0.client(reading: false)) }
        } else {
            try await withServer(respond: respond) { server, loop in
                await check(try await RawClient.connect(to: server.port, on: loop, reading: false))
            }
        }
    }

    @Test(arguments: [false, true])
    func `a client that has closed its sending side still receives the whole answer`(isSecure: Bool) async throws {
        let respond: @Sendable (HTTPRequest) -> Reply = { _ in .now(Self.large(24)) }
        @Sendable func check(_ client: RawClient) async {
            client.send(get("/"))
            client.end()
            client.resumeReading()
            #expect(await client.bytesUntilClosed().count > 24 << 20)
        }
        if isSecure {
            try await withSecureServer(respond: respond) { await check(try await $0.client(reading: false)) }
        } else {
            try await withServer(respond: respond) { server, loop in
                await check(try await RawClient.connect(to: server.port, on: loop, reading: false))
            }
        }
    }

    @Test func `a pipelined answer does not begin while the client does not read the large answer before it`()
        async throws
    {
        let decided = Signal()
        let hasBegun = Mutex(false)
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            switch request.path {
            case "/large": .later { Self.large(24) }
            case "/next":
                .later {
                    decided.fire()
                    return HTTPResponse(
                        .ok,
                        body: .chunks { writer in
                            hasBegun.withLock { $0 = true }
                            try await writer.write(Array("the end".utf8))
                        })
                }
            case _: .now(text("other"))
            }
        }
        try await withServer(respond: respond) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop, reading: false)
            client.send(get("/large") + get("/next", "Connection: close\r\n"))
            await decided.wait()
            let other = try await RawClient.connect(to: server.port, on: loop)
            other.send(get("/"))
            _ = await other.received(until: "other")
            #expect(!hasBegun.withLock { $0 })
            client.resumeReading()
            let bytes = await client.bytesUntilClosed()
            #expect(bytes.count > 24 << 20)
            #expect(String(decoding: bytes.suffix(20), as: UTF8.self).contains("the end"))
        }
    }

    @Test func `if two clients leave too much output unread, the one with more is reset, and the other one is served`()
        async throws
    {
        var limits = HTTPLimits()
        limits.unsentTogether = 60 << 20
        let (begun, asked) = (Signal(), Signal())
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            guard request.path == "/large" else {
                asked.fire()
                return .now(Self.large(28))
            }
            begun.fire()
            return .now(Self.large(58))
        }
        try await withServer(limits: limits, respond: respond) { server, loop in
            let greedy = try await RawClient.connect(to: server.port, on: loop, reading: false)
            greedy.send(get("/large"))
            await begun.wait()
            let modest = try await RawClient.connect(to: server.port, on: loop, reading: false)
            modest.send(get("/", "Connection: close\r\n"))
            await asked.wait()
            try await server.loop.run {}
            greedy.resumeReading()
            #expect(await greedy.bytesUntilClosed().count < 58 << 20)
            modest.resumeReading()
            #expect(await modest.bytesUntilClosed().count > 28 << 20)
        }
    }

    @Test func `an HTTP 2 client that leaves too much output unread is reset, and the next client is served`()
        async throws
    {
        var limits = HTTPLimits()
        limits.unsentTogether = 1 << 20
        limits.writeStallTimeout = .seconds(3600)
        let begun = Signal()
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            guard request.path == "/large" else { return .now(text("served")) }
            begun.fire()
            return .now(Self.large(40))
        }
        try await withSecureServer(limits: limits, respond: respond) { secure in
            // The client `greedy` reads one kilobyte per second. If the server did not reset it, it would read until
            // curl's time limit.
            let greedy = Task {
                try await secure.curl("/large", ["-m", "300", "--limit-rate", "1k", "-o", "/dev/null"])
            }
            await begun.wait()
            try await until { try await secure.server.loop.run { secure.server.connectionCount } == 0 }
            greedy.cancel()
            let failure = await #expect(throws: Shell.Failure.self) { try await greedy.value }
            #expect(failure?.status != Self.curlRanOutOfTime)
            let other = try await secure.curl("/")
            #expect(other == "served")
        }
    }

    private static let curlRanOutOfTime: Int32 = 28

    @Test func `a client that reads an answer too slowly is reset`() async throws {
        var limits = HTTPLimits()
        limits.writeStallTimeout = .milliseconds(20)
        limits.answerRate = 1 << 40
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            .now(request.path == "/large" ? Self.large(64) : text("other"))
        }
        try await withServer(limits: limits, respond: respond) { server, loop in
            let client = try await RawClient.connect(to: server.port, on: loop, reading: false)
            let other = try await RawClient.connect(to: server.port, on: loop)
            client.send(get("/large"))
            other.send(get("/"))
            let length = await other.received(until: "other").utf8.count
            var answers = 1
            while await client.drip() {
                // After each read, the client waits until the server has answered another client. With these
                // pauses, `writeStallTimeout` ends, and the server checks the reading rate, before the client has read
                // the whole answer.
                answers += 1
                let end = answers * length
                other.send(get("/"))
                _ = await other.received { $0.count >= end }
            }
            #expect(await client.bytesUntilClosed().count < 64 << 20)
        }
    }

    @Test func `a client that reads a minimum number of bytes per second on average keeps its connection`() {
        var limits = HTTPLimits()
        limits.writeStallTimeout = .seconds(30)
        limits.answerRate = 1_000
        let start = MonotonicTime(milliseconds: 5_000)
        let pace = TakingPace(body: 100, wire: 7_000, at: start)
        #expect(pace.end(limits) == MonotonicTime(milliseconds: 35_000))
        #expect(!pace.isKept(body: 100, wire: 7_001, limits))
        #expect(!pace.isKept(body: 100, wire: 36_999, limits))
        #expect(pace.isKept(body: 100, wire: 37_000, limits))
        #expect(pace.isKept(body: 30_100, wire: nil, limits))
        limits.answerRate = 0
        #expect(!pace.isKept(body: 100, wire: 7_000, limits))
        #expect(pace.isKept(body: 100, wire: 7_001, limits))
    }
}
