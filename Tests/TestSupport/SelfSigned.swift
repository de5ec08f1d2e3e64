import Foundation

/// A self-signed certificate for `localhost` and 127.0.0.1 with its key, in temporary files.
public struct SelfSigned: Sendable {
    public let certificate: String
    public let key: String

    /// Creates a certificate that is valid for two days.
    ///
    /// - Parameter algorithm: a name for `openssl req -newkey`, or `ec:` and a curve.
    public static func make(_ algorithm: String = "ec:P-256") async throws -> SelfSigned {
        let folder = URL(filePath: "/tmp/chairside-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let made = SelfSigned(certificate: folder.path + "/cert.pem", key: folder.path + "/key.pem")
        let kind = algorithm.split(separator: ":")
        let newKey =
            kind[0] == "ec" ? ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:\(kind[1])"] : ["-newkey", algorithm]
        try await Shell.run(
            ["openssl", "req", "-x509"] + newKey + [
                "-noenc", "-keyout", made.key, "-out", made.certificate, "-days", "2", "-subj", "/CN=localhost",
                "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
            ])
        return made
    }

    /// Replaces the certificate by an expired one for the same key.
    public func end() async throws {
        let request = certificate + ".request"
        try await Shell.run(["openssl", "req", "-new", "-key", key, "-subj", "/CN=localhost", "-out", request])
        try await Shell.run(
            ["openssl", "x509", "-req", "-in", request, "-signkey", key, "-days", "-1", "-out", certificate])
    }

    /// Replaces the files of certificate and key by those of `other`.
    public func replace(with other: SelfSigned) throws {
        try Data(contentsOf: URL(filePath: other.certificate)).write(to: URL(filePath: certificate))
        try Data(contentsOf: URL(filePath: other.key)).write(to: URL(filePath: key))
    }

    /// Replaces the key file by that of `other`. The new key does not match the certificate, which stays.
    public func replaceKey(with other: SelfSigned) throws {
        try Data(contentsOf: URL(filePath: other.key)).write(to: URL(filePath: key))
    }

    public func remove() {
        try? FileManager.default.removeItem(at: URL(filePath: certificate).deletingLastPathComponent())
    }
}

/// Creates `count` certificates, runs `body` with them, and removes their files.
@discardableResult
public func withSelfSigned<T>(
    _ count: Int = 1, algorithm: String = "ec:P-256", _ body: ([SelfSigned]) async throws -> T
) async throws -> T {
    var made: [SelfSigned] = []
    defer { for certificate in made { certificate.remove() } }
    for _ in 0..<count { made.append(try await .make(algorithm)) }
    return try await body(made)
}
