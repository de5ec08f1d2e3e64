import Crypto
import Endpoints
import Foundation
import JSON

/// A P-256 key that signs JSON Web Tokens with ES256 (RFC 7515, RFC 7518 §3.4).
struct ES256Signer: Sendable {
    private let key: P256.Signing.PrivateKey

    /// Reads a private key in PEM format, such as a `.p8` file from Apple.
    init(_ file: KeyFile) throws(PushConfigurationError) {
        let text = try file.read()
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: text) else {
            throw PushConfigurationError("the key file \(file.path) contains no P-256 private key in PEM format")
        }
        self.key = key
    }

    /// The public key of the ES256 signing key, as an uncompressed point in base64url.
    var publicKey: String { Base64URL.encode(Array(key.publicKey.x963Representation)) }

    /// Signs a token.
    ///
    /// - Parameters:
    ///   - header: a function that writes the members of the header, without `alg`.
    ///   - claims: a function that writes the members of the claims.
    func sign(header: (inout JSONWriter) -> Void, claims: (inout JSONWriter) -> Void) throws -> String {
        var head = JSONWriter()
        head.object { writer in
            writer.member("alg", "ES256")
            header(&writer)
        }
        var body = JSONWriter()
        body.object(claims)
        let text = "\(Base64URL.encode(head.bytes)).\(Base64URL.encode(body.bytes))"
        let signature = try key.signature(for: Array(text.utf8)).rawRepresentation
        return "\(text).\(Base64URL.encode(Array(signature)))"
    }
}
