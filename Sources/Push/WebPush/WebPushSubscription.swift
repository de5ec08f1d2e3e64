import Crypto
import Endpoints
import HTTPClient
import JSON

/// A browser's subscription to Web Push: the endpoint of its push service, and the keys that encrypt messages for it.
public struct WebPushSubscription: Sendable {
    public let endpoint: HTTPSAddress
    /// The public key of the browser that has subscribed to Web Push.
    let key: P256.KeyAgreement.PublicKey
    /// The 16 bytes that authenticate messages (RFC 8291 §3.2).
    let secret: [UInt8]

    /// The reason why a text is not a subscription to Web Push.
    public enum Fault: Error, Hashable, Sendable {
        case notJSON
        /// The endpoint of the subscription is missing or is not an `https` URL.
        case endpoint
        /// The key `p256dh` of the subscription is missing or is not a point of the curve P-256.
        case publicKey
        /// The key `auth` of the subscription is missing or does not have 16 bytes.
        case secret
    }

    /// The maximum size of the JSON of a subscription to Web Push, in bytes.
    private static let longest = 4_096

    /// Reads a subscription to Web Push in the form of the Push API's `PushSubscription.toJSON()`.
    public init(_ json: String) throws(Fault) {
        guard json.utf8.count <= Self.longest, let value = try? JSONValue(parsing: Array(json.utf8)) else {
            throw .notJSON
        }
        guard let endpoint = value["endpoint"]?.string.flatMap({ HTTPSAddress($0) }) else { throw .endpoint }
        let keys = value["keys"]
        guard let point = Self.bytes(keys?["p256dh"]), point.count == 65,
            let key = try? P256.KeyAgreement.PublicKey(x963Representation: point)
        else { throw .publicKey }
        guard let secret = Self.bytes(keys?["auth"]), secret.count == 16 else { throw .secret }
        self.endpoint = endpoint
        self.key = key
        self.secret = secret
    }

    /// Decodes base64url. Some browsers add padding, which is ignored.
    private static func bytes(_ value: JSONValue?) -> [UInt8]? {
        guard let text = value?.string else { return nil }
        return Base64URL.decode(Array(text.utf8.reversed().drop { $0 == UInt8(ascii: "=") }.reversed()))
    }
}
