import EventLoop
import HTTPServer
import TLS
import Testing

/// A client that sends raw bytes and keeps the answers. It is used only on `loop`, hence `@unchecked Sendable`.
final class RawClient: @unchecked Sendable {
    private let loop: EventLoop
    private let tcp: TCPConnection
    /// The TLS connection; `nil` for a connection without TLS.
    private let tls: TLSConnection?
    private var received: [UInt8] = []
    private var isClosed = false
    private var isDripping = false
    private var waiters: [(isMet: @Sendable ([UInt8]) -> Bool, continuation: CheckedContinuation<[UInt8], Never>)] = []

    private init(_ tcp: TCPConnection, _ tls: TLSConnection? = nil) {
        self.tcp = tcp
        self.tls = tls
        loop = tcp.loop
    }

    static func connect(to port: UInt16, on loop: EventLoop, reading: Bool = true) async throws -> RawClient {
        let address = try SocketAddress(numericHost: "127.0.0.1", port: port)
        return try await loop.run {
            let client = RawClient(try await TCPConnection.connect(to: address, on: loop))
            client.start(reading: reading)
            return client
        }
    }

    /// Connects over TLS, and trusts the certificates in the PEM file at `authority`. Must be called on the loop.
    ///
    /// - Throws: an error if the handshake fails.
    static func connect(
        to port: UInt16, on loop: EventLoop, trusting authority: String,
        speaking protocols: [ApplicationProtocol] = [.http1], reading: Bool = true
    ) async throws -> RawClient {
        let address = try SocketAddress(numericHost: "127.0.0.1", port: port)
        let tcp = try await TCPConnection.connect(to: address, on: loop)
        let context = try TLSContext(trusting: authority, speaking: protocols)
        let tls = try TLSConnection(tcp, context, host: "localhost", buffers: TLSBuffers())
        let client = RawClient(tcp, tls)
        let outcome = await withCheckedContinuation { continuation in
            tls.handshake(within: .seconds(60)) { result in
                if case .success = result { client.start(reading: reading) }
                continuation.resume(returning: result)
            }
        }
        try outcome.get()
        return client
    }

    /// Waits until the port has no listener any more. A process that another test is starting may hold the socket for a
    /// moment longer than the server.
    static func untilRefused(by port: UInt16, on loop: EventLoop) async {
        while let client = try? await connect(to: port, on: loop) {
            client.close()
            await Task.yield()
        }
    }

    private func start(reading: Bool) {
        let receive: (RawSpan) -> Void = { bytes in
            unsafe bytes.withUnsafeBytes { unsafe self.received.append(contentsOf: $0) }
            if self.isDripping { self.tcp.pauseReading() }
            self.wake()
        }
        let closed: (CloseReason) -> Void = { _ in
            self.isClosed = true
            self.wake()
        }
        if let tls { tls.start(receive: receive, closed: closed) } else { tcp.start(receive: receive, closed: closed) }
        if !reading { tcp.pauseReading() }
    }

    private func wake() {
        let bytes = received
        let closed = isClosed
        guard !waiters.isEmpty else { return }
        let ready = waiters.filter { closed || $0.isMet(bytes) }
        waiters.removeAll { closed || $0.isMet(bytes) }
        for waiter in ready { waiter.continuation.resume(returning: bytes) }
    }

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) {
        loop.execute { if let tls = self.tls { tls.write([bytes]) } else { self.tcp.write([bytes]) } }
    }

    /// Closes the TCP connection without sending TLS's close_notify.
    func close() {
        loop.execute { self.tcp.close() }
    }

    func resumeReading() {
        loop.execute { self.tcp.resumeReading() }
    }

    /// Closes the sending side of the client's connection, and continues to receive.
    func end() {
        loop.execute { if let tls = self.tls { tls.shutdownAfterWrites() } else { self.tcp.shutdownAfterWrites() } }
    }

    /// Reads one more piece of the server's output, and then pauses reading. Returns `false` once the server has closed
    /// the connection. Must be called on the loop.
    func drip() async -> Bool {
        isDripping = true
        let count = received.count
        tcp.resumeReading()
        _ = await bytes { $0.count > count }
        return !isClosed
    }

    /// Waits until `isMet` is true or the server has closed the connection, and returns everything received.
    func received(until isMet: @escaping @Sendable ([UInt8]) -> Bool) async -> String {
        String(decoding: await bytes(until: isMet), as: UTF8.self)
    }

    private func bytes(until isMet: @escaping @Sendable ([UInt8]) -> Bool) async -> [UInt8] {
        await withCheckedContinuation { continuation in
            loop.execute {
                self.waiters.append((isMet, continuation))
                self.wake()
            }
        }
    }

    func received(until end: String) async -> String {
        await received { String(decoding: $0, as: UTF8.self).contains(end) }
    }

    /// Waits until the server has closed the test client's connection, and returns everything received.
    func receivedUntilClosed() async -> String {
        await received { _ in false }
    }

    /// Waits until the server has closed the test client's connection, and returns everything received as bytes.
    func bytesUntilClosed() async -> [UInt8] {
        await bytes { _ in false }
    }
}

/// Runs `body` with a server and an event loop for clients, and stops both afterwards. The server has its own event
/// loop.
func withServer(
    limits: HTTPLimits = HTTPLimits(), credentials: ServerCredentials? = nil, commonFields: HTTPFields = HTTPFields(),
    foresee: @escaping @Sendable (HTTPRequest) -> Prospect = { _ in .mayContinue },
    respond: @escaping @Sendable (HTTPRequest) -> Reply,
    _ body: @escaping @Sendable (HTTPServer, EventLoop) async throws -> Void
) async throws {
    let group = try EventLoopGroup(loops: 2)
    do {
        let server = HTTPServer(
            on: group.loops[0], try ListeningSocket(host: "127.0.0.1", port: 0), limits: limits,
            credentials: credentials,
            commonFields: commonFields, foresee: foresee, respond: respond)
        // `body` runs on the clients' event loop, so that tests which keep the shared threads busy cannot delay it
        // beyond its time limits.
        try await group.loops[1].run { try await body(server, group.loops[1]) }
    } catch {
        await group.stop()
        throw error
    }
    await group.stop()
}

/// The text of a `GET` request for a path.
func get(_ path: String, _ fields: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
}

func text(_ text: String) -> HTTPResponse {
    HTTPResponse(.ok, fields: ["Content-Type": "text/plain"], body: .bytes(Array(text.utf8)))
}

/// The answer without its fields Date and X-Request-Id, which vary.
func withoutDates(_ answer: String) -> String {
    answer.split(separator: "\r\n", omittingEmptySubsequences: false)
        .filter { !$0.hasPrefix("Date: ") && !$0.hasPrefix("X-Request-Id: ") }
        .joined(separator: "\r\n")
}

/// An event that happens once, and for which a task can wait.
final class Signal: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func fire() {
        continuation.yield()
        continuation.finish()
    }

    /// Waits until the signal has been fired or the waiting task is cancelled. Only one task may wait.
    func wait() async {
        for await _ in stream { return }
    }
}
