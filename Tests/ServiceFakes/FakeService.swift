public import EventLoop
public import HTTPClient
public import HTTPServer
import TLS
import TestSupport

/// An HTTP/2 server over TLS on a free port of this machine. It stands for the servers of a push service.
public struct FakeService: Sendable {
    public let origin: HTTPSOrigin
    /// The path of the server's certificate, which a client must trust.
    public let certificate: String
    /// The event loop for the clients of a test.
    public let loop: EventLoop
    private let server: HTTPServer

    init(_ server: HTTPServer, _ origin: HTTPSOrigin, certificate: String, clientsOn loop: EventLoop) {
        self.server = server
        self.origin = origin
        self.certificate = certificate
        self.loop = loop
    }

    public func client(limits: ClientLimits = ClientLimits()) throws -> HTTPClient {
        HTTPClient(to: origin, on: loop, try TLSContext(trusting: certificate, speaking: [.http2]), limits: limits)
    }

    /// Ends each connection after its requests in progress, by a GOAWAY frame, and accepts no more connections.
    public func beginDraining() { server.beginDraining() }
}

/// Runs `body` with a server that answers each request with the result of `respond`.
public func withFakeService(
    limits: HTTPLimits = HTTPLimits(), speaking protocols: [ApplicationProtocol] = [.http2],
    respond: @escaping @Sendable (HTTPRequest) async -> HTTPResponse,
    _ body: @escaping @Sendable (FakeService) async throws -> Void
) async throws {
    try await withSelfSigned { made in
        let files = CredentialFiles(certificate: made[0].certificate, key: made[0].key)
        let credentials = try ServerCredentials(files, speaking: protocols)
        try await withLoops { serverLoop, loop in
            let server = HTTPServer(
                on: serverLoop, try ListeningSocket(host: "127.0.0.1", port: 0), limits: limits,
                credentials: credentials, respond: { request in .later { await respond(request) } })
            guard let origin = HTTPSOrigin(host: "localhost", port: server.port) else { return }
            try await body(FakeService(server, origin, certificate: made[0].certificate, clientsOn: loop))
        }
    }
}

/// Runs `body` with a loop for servers and a loop for clients, which are stopped afterwards.
func withLoops(_ body: (EventLoop, EventLoop) async throws -> Void) async throws {
    let group = try EventLoopGroup(loops: 2)
    let result: Result<Void, any Error>
    do { result = .success(try await body(group.loops[0], group.loops[1])) } catch { result = .failure(error) }
    await group.stop()
    try result.get()
}
