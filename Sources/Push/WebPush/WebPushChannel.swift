import Crypto
import Endpoints
public import EventLoop
public import EventSourcing
import Foundation
import HTTPClient
import JSON

/// Delivers messages to browsers by their push services (RFC 8030). Messages are encrypted for the browser, so the push
/// service cannot read them.
public final class WebPushChannel: PushChannel {
    private let clients: PushServiceClients
    private let tokens: VAPIDTokens
    private let clock: @Sendable () -> Instant
    /// The public key that browsers need to subscribe (`applicationServerKey`), in base64url.
    public let applicationServerKey: String

    /// The longest time in seconds for which a push service is asked to keep a message.
    private static let longestTTL: Int64 = 28 * 86_400

    /// Makes the channel for Web Push.
    ///
    /// - Parameters:
    ///   - permits: whether the server may connect to an address. The endpoint of a subscription comes from a client,
    ///     so it could name a machine in the server's own network.
    ///   - clock: a function that returns the present time.
    /// - Throws: a `PushConfigurationError` that names the setting or the file to correct.
    public init(
        _ configuration: WebPushConfiguration, on loop: EventLoop,
        permits: @escaping @Sendable (SocketAddress) -> Bool = { PublicAddresses.contains($0) },
        clock: @escaping @Sendable () -> Instant
    ) throws(PushConfigurationError) {
        try configuration.check()
        let signer = try ES256Signer(KeyFile(path: configuration.keyFile))
        applicationServerKey = signer.publicKey
        tokens = VAPIDTokens(signer, subject: configuration.subject)
        clients = PushServiceClients(
            try PushConnection(on: loop, trusting: configuration.authorities), permits: permits)
        self.clock = clock
    }

    /// Closes the connections to all push services. Messages in progress get the outcome `retry`.
    public func close() { clients.close() }

    public func deliver(_ message: PushMessage, to token: String) async -> PushOutcome {
        let now = clock()
        guard message.expires > now else { return .refused(reason: "Expired") }
        guard let subscription = try? WebPushSubscription(token) else { return .gone(since: nil) }
        guard let plain = Self.plainText(of: message) else { return .refused(reason: "PayloadTooLarge") }
        let request: ClientRequest
        do { request = try self.request(message, plain, subscription, at: now) } catch {
            return .retry(after: nil, reason: "the message could not be encrypted or signed")
        }
        do throws(ClientFailure) {
            let answer = try await clients.client(of: subscription.endpoint.origin).send(request)
            return outcome(of: answer)
        } catch { return PushOutcome(error) }
    }

    private func request(
        _ message: PushMessage, _ plain: [UInt8], _ subscription: WebPushSubscription, at now: Instant
    ) throws -> ClientRequest {
        var random = SystemRandomNumberGenerator()
        let salt = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        let body = try WebPushEncryption.encrypt(
            plain, for: subscription, key: P256.KeyAgreement.PrivateKey(), salt: salt)
        let endpoint = subscription.endpoint
        let fields = [
            ("authorization", try tokens.authorization(for: endpoint.origin, at: now)),
            ("content-encoding", "aes128gcm"), ("content-type", "application/octet-stream"),
            ("ttl", String(min(message.expires.seconds(since: now), Self.longestTTL))),
            ("urgency", message.isUrgent ? "high" : "normal"),
            ("topic", Self.topic(of: message.collapseKey ?? message.id.uuidString)),
        ]
        return ClientRequest("POST", endpoint.path, fields: fields, body: body)
    }

    /// The topic of a message, made of its collapse key, or of its id if it has none: 32 characters of base64url (RFC
    /// 8030 §5.4). The topic is a hash, because the push service can read it.
    private static func topic(of key: String) -> String {
        Base64URL.encode(Array(SHA256.hash(data: Array(key.utf8)).prefix(24)))
    }

    /// The JSON that the browser's service worker gets; `nil` if it is too large even with an empty text.
    static func plainText(of message: PushMessage) -> [UInt8]? {
        FittingText.encode(message.body, limit: WebPushEncryption.plainLimit) { text in
            var writer = JSONWriter(reservingCapacity: 1_024)
            writer.object { writer in
                writer.member("id", message.id.uuidString.lowercased())
                writer.member("title", message.title)
                writer.member("body", text)
                writer.member("badge", message.badge)
                writer.member("url", message.url)
                writer.member("type", message.type)
            }
            return writer.bytes
        }
    }

    private func outcome(of answer: ClientResponse) -> PushOutcome {
        let reason = NamedReason(nil, status: answer.status).text
        switch answer.status {
        case 200..<300: return .delivered
        case 404, 410: return .gone(since: nil)
        case 429, 500...:
            return .retry(after: RetryAfter.seconds(answer["retry-after"], at: clock()), reason: reason)
        case 413: return .refused(reason: "PayloadTooLarge")
        case _: return .refused(reason: reason)
        }
    }
}
