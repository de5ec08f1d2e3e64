import Crypto
import Endpoints
import JSON

/// A browser's subscription to Web Push, in the form of the Push API's `PushSubscription.toJSON()`.
struct BrowserSubscription: Sendable {
    let endpoint: String
    /// The time at which the browser lets the subscription end, in milliseconds since 1970. It is not stored: the push
    /// service refuses messages to a subscription that has ended.
    let expirationTime: Double?
    let keys: Keys

    /// The keys with which messages for the browser are encrypted (RFC 8291 §3), in base64url.
    struct Keys: Sendable {
        let p256dh: String
        let auth: String

        static let codec = object(
            Keys.init(p256dh:auth:),
            field(
                "p256dh", \.p256dh,
                .string(
                    min: 87, max: 88, pattern: "^[A-Za-z0-9_-]{87}=?$",
                    detail: "a point of P-256, uncompressed, in base64url"
                ) { text in
                    let point = bytes(text, padding: 1)
                    return (try? P256.KeyAgreement.PublicKey(x963Representation: point ?? [])) != nil
                }.described("The browser's public key: a P-256 point, uncompressed (65 bytes), in base64url.")),
            field(
                "auth", \.auth,
                .string(
                    min: 22, max: 24, pattern: "^[A-Za-z0-9_-]{21}[AQgw](==)?$", detail: "16 bytes in base64url"
                ) { bytes($0, padding: 2)?.count == 16 }
                .described("The browser's secret that authenticates messages: 16 bytes in base64url."))
        ).described("The keys with which messages for the browser are encrypted.").named("BrowserSubscriptionKeys")

        /// Decodes base64url. Some browsers add padding, either none or all of it.
        private static func bytes(_ text: String, padding: Int) -> [UInt8]? {
            let end = String(repeating: "=", count: padding)
            return Base64URL.decode(Array((text.hasSuffix(end) ? text.dropLast(padding) : text[...]).utf8))
        }
    }

    private static let endpointPattern =
        "^https://[A-Za-z0-9-][A-Za-z0-9.-]{0,252}(:([1-9][0-9]{0,3}|[1-5][0-9]{4}))?/[A-Za-z0-9+/=:_.~%?&-]*$"

    static let codec = object(
        BrowserSubscription.init(endpoint:expirationTime:keys:),
        field(
            "endpoint", \.endpoint,
            .string(
                max: 1_000, pattern: endpointPattern, detail: "an https URL as the browser's push service gave it"
            ) { (try? Regex(endpointPattern).wholeMatch(in: $0)) != nil }.described(
                "The URL of the browser's push service to which messages are sent.")),
        optionalField(
            "expirationTime", \.expirationTime,
            .double(0...1e15).described(
                "When the browser lets the subscription end, in milliseconds since 1970. It is not stored.")),
        field("keys", \.keys, Keys.codec.described("The keys that the browser made for this subscription."))
    ).described("A browser's subscription to Web Push, as `PushSubscription.toJSON()` writes it.")
        .named("BrowserSubscription")

    /// The text with which the registration of the browser is stored. The same subscription always has the same text.
    var pushToken: String {
        func unpadded(_ text: String) -> String { text.replacing("=", with: "") }
        let path = endpoint.dropFirst("https://".count).firstIndex(of: "/") ?? endpoint.endIndex
        let stored = BrowserSubscription(
            endpoint: endpoint[..<path].lowercased() + endpoint[path...], expirationTime: nil,
            keys: Keys(p256dh: unpadded(keys.p256dh), auth: unpadded(keys.auth)))
        return String(decoding: Self.codec.bytes(stored), as: UTF8.self)
    }
}
