import Crypto
import Foundation
import JSON

/// The secret of a webhook, with which its receiver checks the signatures of messages. The text form is that of the
/// specification Standard Webhooks.
struct WebhookSecret: Sendable {
    let bytes: [UInt8]

    var text: String { "whsec_" + Data(bytes).base64EncodedString() }

    /// The signature of a message: HMAC-SHA256 over id, time and body, separated by dots.
    ///
    /// - Parameter timestamp: the time of the attempt in seconds since 1970.
    func signature(id: String, timestamp: Int64, body: [UInt8]) -> String {
        let signed = Array("\(id).\(timestamp).".utf8) + body
        let code = HMAC<SHA256>.authenticationCode(for: signed, using: SymmetricKey(data: bytes))
        return "v1," + Data(code).base64EncodedString()
    }

    static let codec = Codec<String>.string(max: 100).described(
        "The secret: `whsec_` and the key in Base64. It is shown only now.")
}

/// A webhook's new secret.
struct NewWebhookSecret: Sendable {
    let secret: String

    static let codec = object(NewWebhookSecret.init(secret:), field("secret", \.secret, WebhookSecret.codec))
        .described("The new secret of a webhook.").named("WebhookSecret")
}

/// A webhook with its new secret, as the answer to its registration shows them.
struct NewWebhook: Sendable {
    let webhook: Webhook
    let secret: String

    static let codec = object(
        NewWebhook.init(webhook:secret:),
        field("webhook", \.webhook, Webhook.codec.described("The webhook.")),
        field("secret", \.secret, WebhookSecret.codec)
    ).described("A new webhook with its secret.").named("NewWebhook")
}
