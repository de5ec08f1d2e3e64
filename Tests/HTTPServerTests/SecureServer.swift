import EventLoop
import HTTPServer
import TLS
import TestSupport

/// Runs `body` with an HTTPS server, its certificate, and a loop for clients.
func withSecureServer(
    limits: HTTPLimits = HTTPLimits(), commonFields: HTTPFields = HTTPFields(), algorithm: String = "ec:P-256",
    respond: @escaping @Sendable (HTTPRequest) -> Reply,
    _ body: @escaping @Sendable (SecureServer) async throws -> Void
) async throws {
    try await withSelfSigned(algorithm: algorithm) { made in
        let certificate = made[0]
        let credentials = try ServerCredentials(
            CredentialFiles(certificate: certificate.certificate, key: certificate.key), speaking: [.http2, .http1])
        try await withServer(limits: limits, credentials: credentials, commonFields: commonFields, respond: respond) {
            try await body(SecureServer(server: $0, wire: $1, credentials: credentials, certificate: certificate))
        }
    }
}

struct SecureServer: Sendable {
    let server: HTTPServer
    /// The event loop on which the test's clients run.
    let wire: EventLoop
    let credentials: ServerCredentials
    let certificate: SelfSigned

    /// A client that connects over TLS.
    func client(
        trusting authority: SelfSigned? = nil, speaking protocols: [ApplicationProtocol] = [.http1],
        reading: Bool = true
    ) async throws -> RawClient {
        try await RawClient.connect(
            to: server.port, on: wire, trusting: (authority ?? certificate).certificate, speaking: protocols,
            reading: reading)
    }

    /// The output of `curl`, for the answer to `GET path` unless the arguments say otherwise.
    func curl(_ path: String, _ arguments: [String] = []) async throws -> String {
        try await Shell.run(
            ["curl", "-sS", "-m", "60", "--cacert", certificate.certificate] + arguments
                + ["https://localhost:\(server.port)\(path)"])
    }

    /// The output of `openssl s_client`. It sends `request` (in the format of printf) and reads until the server closes
    /// the connection.
    func openssl(_ arguments: String, sending request: String = "") async throws -> String {
        let client = "openssl s_client -connect 127.0.0.1:\(server.port) -CAfile \(certificate.certificate)"
        return try await Shell.run([
            "sh", "-c", "(printf '\(request)'; cat) </dev/null | timeout 60 \(client) \(arguments) 2>&1; true",
        ])
    }

    static let lastRequest = #"GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"#
}
