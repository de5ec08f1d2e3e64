import Crypto
import Endpoints
public import EventLoop
public import EventSourcing
import Foundation
import HTTPClient
import JSON

/// Delivers messages to Apple's devices by APNs.
public final class APNsChannel: PushChannel {
    private let client: HTTPClient
    private let providerToken: ProviderToken
    private let topic: String
    private let clock: @Sendable () -> Instant

    /// The maximum size of the body of a notification to APNs in bytes.
    static let bodyLimit = 4_096
    /// The maximum length of an APNs collapse id in bytes.
    private static let collapseLimit = 64

    /// Makes the channel to APNs.
    ///
    /// - Parameter clock: a function that returns the present time.
    /// - Throws: a `PushConfigurationError` that names the setting or the file to correct.
    public init(
        _ configuration: APNsConfiguration, on loop: EventLoop, clock: @escaping @Sendable () -> Instant
    ) throws(PushConfigurationError) {
        try configuration.check()
        guard let origin = configuration.host.origin else { throw PushConfigurationError("no host for APNs") }
        let signer = try ES256Signer(KeyFile(path: configuration.keyFile))
        providerToken = ProviderToken(signer, team: configuration.team, keyID: configuration.keyID)
        client = try PushConnection(on: loop, trusting: configuration.authorities).client(of: origin)
        topic = configuration.topic
        self.clock = clock
    }

    /// Closes the connection to APNs. Messages in progress get the outcome `retry`.
    public func close() { client.close() }

    public func deliver(_ message: PushMessage, to token: String) async -> PushOutcome {
        guard message.expires > clock() else { return .refused(reason: "Expired") }
        guard Self.isDeviceToken(token) else { return .gone(since: nil) }
        guard let body = Self.body(of: message) else { return .refused(reason: "PayloadTooLarge") }
        do {
            let first = try providerToken.current(at: clock())
            let answer = try await send(message, body, to: token, first)
            guard Self.refusesProviderToken(answer) else { return outcome(of: answer) }
            switch try providerToken.renewed(insteadOf: first, at: clock()) {
            case .wait(let seconds): return .retry(after: seconds, reason: Self.reason(of: answer).text)
            case .token(let second): return outcome(of: try await send(message, body, to: token, second))
            }
        } catch let failure as ClientFailure {
            return PushOutcome(failure)
        } catch {
            return .retry(after: nil, reason: "the provider token could not be signed")
        }
    }

    private func send(
        _ message: PushMessage, _ body: [UInt8], to token: String, _ providerToken: ProviderToken.Signed
    ) async throws -> ClientResponse {
        let id = message.id.uuidString.lowercased()
        let fields = [
            ("authorization", "bearer \(providerToken.text)"), ("apns-id", id),
            ("apns-topic", topic), ("apns-push-type", "alert"), ("apns-priority", message.isUrgent ? "10" : "5"),
            ("apns-expiration", String(message.expires.secondsSince1970)),
            // If APNs' answer is lost, the message is sent again with the same collapse id, so the device shows it
            // once.
            ("apns-collapse-id", message.collapseKey.map(Self.collapseID) ?? id),
        ]
        return try await client.send(ClientRequest("POST", "/3/device/\(token)", fields: fields, body: body))
    }

    /// Whether a text can be a device token. Apps get the token from APNs as bytes, and send it to this server in
    /// hexadecimal digits.
    private static func isDeviceToken(_ token: String) -> Bool {
        (2...400).contains(token.utf8.count) && token.allSatisfy { $0.isASCII && $0.isHexDigit }
    }

    /// The APNs collapse id that is made of a collapse key. A key that is too long, or has characters other than
    /// visible ASCII, is hashed.
    private static func collapseID(_ key: String) -> String {
        let isUsable =
            (1...collapseLimit).contains(key.utf8.count) && key.utf8.allSatisfy { $0 > 32 && $0 < 127 }
        return isUsable ? key : Base64URL.encode(Array(SHA256.hash(data: Array(key.utf8))))
    }

    /// The JSON body of the request to APNs; `nil` if it is too large even with an empty text.
    static func body(of message: PushMessage) -> [UInt8]? {
        FittingText.encode(message.body, limit: bodyLimit) { text in
            var writer = JSONWriter(reservingCapacity: 1_024)
            writer.object { writer in
                writer.member("aps") { writer in
                    writer.member("alert") { writer in
                        writer.member("title", message.title)
                        writer.member("body", text)
                    }
                    writer.member("badge", message.badge)
                }
                writer.member("data") { writer in
                    writer.member("url", message.url)
                    writer.member("type", message.type)
                }
            }
            return writer.bytes
        }
    }
}

extension APNsChannel {
    private static func reason(of answer: ClientResponse) -> NamedReason {
        NamedReason((try? JSONValue(parsing: answer.body))?["reason"]?.string, status: answer.status)
    }

    private static func refusesProviderToken(_ answer: ClientResponse) -> Bool {
        answer.status == 403 && ["ExpiredProviderToken", "InvalidProviderToken"].contains(reason(of: answer).text)
    }

    /// The outcome of an answer of APNs, by Apple's table "Handling notification responses from APNs".
    private func outcome(of answer: ClientResponse) -> PushOutcome {
        let reason = Self.reason(of: answer).text
        switch (answer.status, reason) {
        case (200, _): return .delivered
        case (410, _): return .gone(since: Self.timestamp(of: answer))
        // DeviceTokenNotForTopic does not mean that the device's registration has ended: with a wrong topic in the
        // configuration, APNs answers it for every device.
        case (400, "BadDeviceToken"): return .gone(since: nil)
        case (403, "ExpiredProviderToken"), (403, "InvalidProviderToken"):
            return .retry(after: Int(ProviderToken.leastInterval), reason: reason)
        case (400, "IdleTimeout"), (429, _), (500..., _):
            return .retry(after: RetryAfter.seconds(answer["retry-after"], at: clock()), reason: reason)
        case _: return .refused(reason: reason)
        }
    }

    /// The instant since which a device token is no longer valid. APNs sends it in milliseconds.
    private static func timestamp(of answer: ClientResponse) -> Instant? {
        (try? JSONValue(parsing: answer.body))?["timestamp"]?.integer.map { Instant(secondsSince1970: $0 / 1_000) }
    }
}
