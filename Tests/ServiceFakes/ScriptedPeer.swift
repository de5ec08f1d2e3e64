public import EventLoop
public import HTTPClient
import Synchronization
import TLS
import TestSupport

/// An HTTP/2 server over TLS that sends only the frames that a test's script sends.
public struct ScriptedPeer: Sendable {
    public let origin: HTTPSOrigin
    public let certificate: String
    public let loop: EventLoop

    public func client(limits: ClientLimits = ClientLimits()) throws -> HTTPClient {
        HTTPClient(to: origin, on: loop, try TLSContext(trusting: certificate, speaking: [.http2]), limits: limits)
    }
}

/// A frame that the client under test has sent.
public struct ScriptedFrame: Sendable {
    public let type: UInt8
    public let flags: UInt8
    public let stream: UInt32
    public let payload: [UInt8]

    public var isRequest: Bool { type == 0x1 }
    public var isReset: Bool { type == 0x3 }
    /// Whether the frame acknowledges the server's settings.
    public var isSettingsAcknowledgement: Bool { type == 0x4 && flags & 1 == 1 }
    public var isPing: Bool { type == 0x6 && flags & 1 == 0 }
}

/// Runs `body` with a server whose script is called on its loop: with `nil` for each new connection, and then with each
/// frame that the client sends.
public func withScriptedPeer(
    _ script: @escaping @Sendable (ScriptedConnection, ScriptedFrame?) -> Void,
    _ body: @escaping @Sendable (ScriptedPeer) async throws -> Void
) async throws {
    try await withSelfSigned { made in
        let files = CredentialFiles(certificate: made[0].certificate, key: made[0].key)
        let credentials = try ServerCredentials(files, speaking: [.http2])
        try await withLoops { serverLoop, loop in
            let count = Mutex(0)
            let accept: @Sendable (TCPConnection) -> Void = { tcp in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                ScriptedConnection.serve(tcp, credentials.context, number: number, script)
            }
            let listener = TCPListener(
                on: serverLoop, try ListeningSocket(host: "127.0.0.1", port: 0), accept: accept)
            guard let origin = HTTPSOrigin(host: "localhost", port: listener.port) else { return }
            try await body(ScriptedPeer(origin: origin, certificate: made[0].certificate, loop: loop))
            listener.close()
        }
    }
}
