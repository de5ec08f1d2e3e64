import Crypto
import Endpoints

/// A browser with a subscription to Web Push.
public struct Browser: Sendable {
    private let key = P256.KeyAgreement.PrivateKey()
    private let secret = (0..<16).map { UInt8($0 * 11) }
    public let path: String

    public init(path: String) { self.path = path }

    /// The keys with which messages for the browser are encrypted, as a JSON object.
    public var keys: String {
        let point = Base64URL.encode(Array(key.publicKey.x963Representation))
        return #"{"p256dh":"\#(point)","auth":"\#(Base64URL.encode(secret))"}"#
    }

    /// The subscription in the form of the Push API's `PushSubscription.toJSON()`.
    ///
    /// - Parameter end: the time at which the subscription ends, in milliseconds since 1970.
    public func subscription(at origin: String, until end: Int? = nil) -> String {
        let time = end.map(String.init) ?? "null"
        return #"{"endpoint":"\#(origin)\#(path)","expirationTime":\#(time),"keys":\#(keys)}"#
    }

    /// Decrypts the body of a push (RFC 8188, RFC 8291); `nil` if it was not encrypted for this browser.
    public func decrypt(_ body: [UInt8]) -> [UInt8]? {
        guard body.count > 86, body[20] == 65,
            let sender = try? P256.KeyAgreement.PublicKey(x963Representation: body[21..<86]),
            let shared = try? key.sharedSecretFromKeyAgreement(with: sender)
        else { return nil }
        let info = Array("WebPush: info\0".utf8) + Array(key.publicKey.x963Representation) + Array(body[21..<86])
        let input = shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: secret, sharedInfo: info, outputByteCount: 32)
        let random = SymmetricKey(data: HKDF<SHA256>.extract(inputKeyMaterial: input, salt: Array(body[..<16])))
        func expand(_ name: String, _ count: Int) -> [UInt8] {
            Array(HMAC<SHA256>.authenticationCode(for: Array("\(name)\0".utf8) + [1], using: random).prefix(count))
        }
        guard let nonce = try? AES.GCM.Nonce(data: expand("Content-Encoding: nonce", 12)),
            let box = try? AES.GCM.SealedBox(
                nonce: nonce, ciphertext: body[86..<body.count - 16], tag: body[(body.count - 16)...]),
            let plain = try? AES.GCM.open(
                box, using: SymmetricKey(data: expand("Content-Encoding: aes128gcm", 16))),
            plain.last == 2
        else { return nil }
        return Array(plain.dropLast())
    }
}
