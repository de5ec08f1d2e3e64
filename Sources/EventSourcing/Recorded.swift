public import Identifiers

/// An event with its position in its clinic's feed.
public struct Recorded<Event: Sendable>: Sendable {
    public let clinic: UUIDBytes
    /// The event's position: 1, 2, 3 … without gaps in each clinic, in commit order.
    public let position: Int64
    public let event: Event
    /// The time at which the server received the event's command.
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
