public import Identifiers

/// The secrets with which messages of webhooks are signed. The database has them encrypted, with a key that is derived
/// from the pepper for this purpose only.
extension Identity {
    /// Makes a new secret of 32 random bytes for a webhook.
    public func newWebhookSecret() -> [UInt8] { randomBytes(32) }

    /// Encrypts the secret of a webhook. The result is bound to the webhook.
    public func sealWebhookSecret(_ secret: [UInt8], of webhook: UUIDBytes) throws -> [UInt8] {
        try shared.pepper.seal("webhook-secret", secret, for: webhook.bytes)
    }

    /// Decrypts the secret of a webhook; `nil` if it was encrypted with another pepper or for another webhook.
    public func openWebhookSecret(_ sealed: [UInt8], of webhook: UUIDBytes) -> [UInt8]? {
        shared.pepper.open("webhook-secret", sealed, for: webhook.bytes)
    }
}
