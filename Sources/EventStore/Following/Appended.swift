import EventSourcing
import Identifiers

/// Events that were appended together.
package struct Appended<Event: DomainEvent>: Sendable {
    package let clinic: UUIDBytes
    /// The events; empty if they cannot be read.
    package let events: [Recorded<Event>]
    /// Each event's tags, in the events' order.
    let tags: [[Tag]]
    /// The append condition of the events: no event with these tags after these positions. It is unknown for events of
    /// another process.
    let condition: AppendCondition?
    /// The positions of the events; `nil` if all cached data about the clinic may be wrong.
    package let positions: ClosedRange<Int64>?

    /// Announces that all cached data about a clinic may be wrong.
    static func nothingIsKnown(of clinic: UUIDBytes) -> Appended {
        Appended(clinic: clinic, events: [], tags: [], condition: nil, positions: nil)
    }
}
