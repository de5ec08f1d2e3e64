public import EventSourcing

/// The limit up to which events are read: a position, a time of recording, or none.
public struct PastLimit: Hashable, Sendable {
    /// The position up to which events are read; `nil` for no limit.
    public let position: Int64?
    /// The latest time of recording of the events that are read; `nil` for no limit.
    public let instant: Instant?

    /// Events are read without a limit of position or time: all events of the feed.
    public static let none = PastLimit()

    public init(position: Int64? = nil, instant: Instant? = nil) {
        self.position = position
        self.instant = instant
    }
}
