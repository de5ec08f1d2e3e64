public import EventLoop
public import EventSourcing
import Foundation
import HTTPClient
import JSON

/// Delivers messages to Android devices by Firebase Cloud Messaging (its HTTP API, version 1).
///
/// FCM does not recognize a message that is sent again. So a device can get a message twice after a lost connection.
/// Both notifications have the same tag, so Android shows one of them. The data contains the message's id.
public final class FCMChannel: PushChannel {
    private let client: HTTPClient
    private let tokenClient: HTTPClient
    private let tokens: GoogleAccessTokens
    private let path: String
    private let clock: @Sendable () -> Instant

    /// The maximum size of a message to FCM in bytes.
    static let bodyLimit = 4_096
    /// The maximum length of an FCM registration token in bytes.
    private static let longestToken = 4_096
    /// The longest time in seconds for which FCM keeps a message.
    private static let longestTTL: Int64 = 28 * 86_400

    /// Makes the channel to Firebase Cloud Messaging.
    ///
    /// - Parameter clock: a function that returns the present time.
    /// - Throws: a `PushConfigurationError` that names the file or the member to correct.
    public init(
        _ configuration: FCMConfiguration, on loop: EventLoop, clock: @escaping @Sendable () -> Instant
    ) async throws(PushConfigurationError) {
        let account = try await ServiceAccount(KeyFile(path: configuration.keyFile))
        guard let origin = configuration.origin ?? HTTPSOrigin(host: "fcm.googleapis.com") else {
            throw PushConfigurationError("no host for FCM")
        }
        let connection = try PushConnection(on: loop, trusting: configuration.authorities)
        client = connection.client(of: origin)
        tokenClient = connection.client(of: account.tokenEndpoint.origin)
        tokens = GoogleAccessTokens(account, tokenClient, clock: clock)
        path = "/v1/projects/\(account.project)/messages:send"
        self.clock = clock
    }

    /// Closes the connections to Google. Messages in progress get the outcome `retry`.
    public func close() {
        client.close()
        tokenClient.close()
    }

    public func deliver(_ message: PushMessage, to token: String) async -> PushOutcome {
        let now = clock()
        guard message.expires > now else { return .refused(reason: "Expired") }
        guard (1...Self.longestToken).contains(token.utf8.count) else { return .gone(since: nil) }
        guard let body = Self.body(of: message, to: token, at: now) else { return .refused(reason: "PayloadTooLarge") }
        do {
            let first = try await tokens.current()
            let answer = try await send(body, first)
            guard answer.status == 401, Self.reason(of: answer) == "UNAUTHENTICATED" else { return outcome(of: answer) }
            let second = try await tokens.current(insteadOf: first)
            return outcome(of: try await send(body, second))
        } catch let failure as ClientFailure {
            return PushOutcome(failure)
        } catch GoogleAccessTokens.Failure.noToken(let outcome) {
            return outcome
        } catch {
            return .retry(after: nil, reason: "the message could not be sent")
        }
    }

    private func send(_ body: [UInt8], _ token: GoogleAccessTokens.Token) async throws -> ClientResponse {
        let fields = [("authorization", "Bearer \(token.text)"), ("content-type", "application/json")]
        return try await client.send(ClientRequest("POST", path, fields: fields, body: body))
    }

    /// The body of a request to FCM; `nil` if it is too large even with an empty text. The registration token does not
    /// count towards the limit.
    static func body(of message: PushMessage, to token: String, at now: Instant) -> [UInt8]? {
        let id = message.id.uuidString.lowercased()
        return FittingText.encode(message.body, limit: bodyLimit + token.utf8.count) { text in
            var writer = JSONWriter(reservingCapacity: 1_024)
            writer.object { writer in
                writer.member("message") { writer in
                    writer.member("token", token)
                    writer.member("notification") { writer in
                        writer.member("title", message.title)
                        writer.member("body", text)
                    }
                    writer.member("data") { writer in
                        writer.member("id", id)
                        writer.member("url", message.url)
                        writer.member("type", message.type)
                    }
                    writer.member("android") { writer in
                        writer.member("priority", message.isUrgent ? "HIGH" : "NORMAL")
                        writer.member("ttl", "\(min(message.expires.seconds(since: now), longestTTL))s")
                        if let key = message.collapseKey { writer.member("collapse_key", key) }
                        writer.member("notification") { writer in
                            writer.member("tag", message.collapseKey ?? id)
                            writer.member("notification_count", message.badge)
                        }
                    }
                }
            }
            return writer.bytes
        }
    }
}

extension FCMChannel {
    /// The FCM error code of an answer, or the status of Google's API if the answer has no FCM error code.
    private static func reason(of answer: ClientResponse) -> String {
        let error = (try? JSONValue(parsing: answer.body))?["error"]
        let code = error?["details"]?.elements?.lazy.compactMap { $0["errorCode"]?.string }.first
        return NamedReason(code ?? error?["status"]?.string, status: answer.status).text
    }

    private func outcome(of answer: ClientResponse) -> PushOutcome {
        guard answer.status != 200 else { return .delivered }
        let reason = Self.reason(of: answer)
        switch reason {
        // SENDER_ID_MISMATCH does not mean that the device's registration has ended: with the service account of
        // another project, FCM answers it for every device.
        case "UNREGISTERED": return .gone(since: nil)
        case "QUOTA_EXCEEDED", "UNAVAILABLE", "INTERNAL", "RESOURCE_EXHAUSTED", "UNAUTHENTICATED": return retry(answer)
        case _: return answer.status == 429 || answer.status >= 500 ? retry(answer) : .refused(reason: reason)
        }
    }

    private func retry(_ answer: ClientResponse) -> PushOutcome {
        .retry(after: RetryAfter.seconds(answer["retry-after"], at: clock()), reason: Self.reason(of: answer))
    }
}
