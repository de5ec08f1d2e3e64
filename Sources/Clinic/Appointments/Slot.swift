public import EventSourcing

/// A period of time that includes its start and excludes its end.
public struct Slot: Hashable, Sendable {
    public let start: Instant
    public let end: Instant

    /// Makes a slot from its start and end; `nil` unless the end is after the start.
    public init?(start: Instant, end: Instant) {
        guard start < end else { return nil }
        self.start = start
        self.end = end
    }

    public var minutes: Int { Int(end.seconds(since: start) / 60) }

    public func overlaps(_ other: Slot) -> Bool { start < other.end && other.start < end }
}
