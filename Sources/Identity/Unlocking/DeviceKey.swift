import Crypto
import Endpoints
import JSON

/// The public P-256 key of a device, whose private key is protected by Face ID or a fingerprint.
struct DeviceKey: Sendable {
    /// The key as an uncompressed point of the curve (SEC 1 §2.3.3): the byte 4, then x and y.
    let point: [UInt8]
    private let key: P256.Signing.PublicKey

    init?(point: [UInt8]) {
        guard point.count == 65, let key = try? P256.Signing.PublicKey(x963Representation: point) else { return nil }
        self.point = point
        self.key = key
    }

    /// Whether the device's key has signed a message.
    ///
    /// - Parameter signature: an ES256 signature: r and s, 32 bytes each (RFC 7518 §3.4).
    func signed(_ message: [UInt8], with signature: [UInt8]) -> Bool {
        guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
        return key.isValidSignature(signature, for: message)
    }

    /// The codec for the device's key as base64url text, without padding.
    static let codec = Codec<String>.string(
        min: 87, max: 87, pattern: "^[A-Za-z0-9_-]{87}$", detail: "a point of P-256, uncompressed, in base64url"
    ) { DeviceKey(text: $0) != nil }
    .described(
        """
        The device's public key: a P-256 point, uncompressed (65 bytes, SEC 1), in base64url without padding. A session on \
        the device can then be unlocked by a signature (`POST /api/v1/unlock/signature`).
        """)

    init?(text: String) {
        guard let point = Base64URL.decode(Array(text.utf8)) else { return nil }
        self.init(point: point)
    }
}
