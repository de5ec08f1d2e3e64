public import EventSourcing
public import Foundation

/// A message for one device, browser or e-mail address.
public struct PushMessage: Sendable, Hashable {
    /// The id of the message's row in the notification outbox. It is the same in every attempt to deliver the message.
    public let id: UUID
    /// The collapse key. A newer message with the same collapse key replaces an older one on the device; `nil` if the
    /// message replaces none.
    public let collapseKey: String?
    public let title: String
    public let body: String
    /// The number that the app shows beside its icon, as the badge.
    public let badge: Int
    /// The link that the app opens, for example `chairside://appointments/<id>`.
    public let url: String
    /// The kind of the notification, for example `appointment.reminder`.
    public let type: String
    public let isUrgent: Bool
    /// The instant after which the message must not be delivered.
    public let expires: Instant

    public init(
        id: UUID, collapseKey: String?, title: String, body: String, badge: Int, url: String, type: String,
        isUrgent: Bool, expires: Instant
    ) {
        self.id = id
        self.collapseKey = collapseKey
        self.title = title
        self.body = body
        self.badge = badge
        self.url = url
        self.type = type
        self.isUrgent = isUrgent
        self.expires = expires
    }
}

/// The result of an attempt to deliver a message.
public enum PushOutcome: Sendable, Hashable {
    case delivered
    /// The registration of the device or browser no longer exists. `since` is the instant at which the push service
    /// noticed this; `nil` if the service names no instant.
    case gone(since: Instant?)
    /// The push service could not accept the message now. `after` is the pause in seconds that the service asked for.
    case retry(after: Int?, reason: String)
    /// The push service will never accept this message.
    case refused(reason: String)
}

/// A channel that delivers messages, for example by APNs or by mail.
public protocol PushChannel: Sendable {
    /// Makes one attempt to deliver a message. `token` is the address on this channel: a push token, a Web Push
    /// subscription as JSON, or an e-mail address.
    func deliver(_ message: PushMessage, to token: String) async -> PushOutcome
}
