import EventSourcing
import Identifiers

/// Events that were appended together.
package struct Appended<Event: DomainEvent>: Sendable {
    package let clinic: UUIDBytes
    /// Empty if they cannot be read.
    package let events: [Recorded<Event>]
    /// Each event's tags, in the events' order.
    let tags: [[Tag]]
    /// Their append condition: no event with these tags after these positions. Unknown for events of another process.
    let condition: AppendCondition?
    /// `nil` if the clinic's events are no longer known.
    package let positions: ClosedRange<Int64>?

    /// Everything known of a clinic may be wrong.
    static func nothingIsKnown(of clinic: UUIDBytes) -> Appended {
        Appended(clinic: clinic, events: [], tags: [], condition: nil, positions: nil)
    }
}
