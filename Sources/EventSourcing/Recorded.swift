public import Identifiers

/// The cause of an event: an account in a role, or the system itself if there is no account.
public struct Actor: Hashable, Sendable {
    public let account: UUIDBytes?
    public let role: String

    public init(account: UUIDBytes?, role: String) {
        self.account = account
        self.role = role
    }

    public static let system = Actor(account: nil, role: "system")
}

/// An event with its position in its clinic's feed.
public struct Recorded<Event: Sendable>: Sendable {
    public let clinic: UUIDBytes
    /// The event's position: 1, 2, 3 … without gaps in each clinic, in commit order.
    public let position: Int64
    public let event: Event
    /// The time at which the command was received.
    public let recordedAt: Instant
    public let actor: Actor

    public init(clinic: UUIDBytes, position: Int64, event: Event, recordedAt: Instant, actor: Actor) {
        self.clinic = clinic
        self.position = position
        self.event = event
        self.recordedAt = recordedAt
        self.actor = actor
    }
}
