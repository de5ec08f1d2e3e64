import EventSourcing
import Identifiers

/// Events of one clinic that were appended together, as they are announced within a process.
package struct Appended<Event: DomainEvent>: Sendable {
    package let clinic: UUIDBytes
    /// The appended events; empty if they cannot be read or are not known.
    package let events: [Recorded<Event>]
    /// The tags of each appended event, in the events' order.
    let tags: [[Tag]]
    /// The append condition that the events fulfilled: for each of its tags, no event with the tag came after the
    /// position that is given for the tag. `nil` for events of another process.
    let condition: AppendCondition?
    /// The positions of the appended events; `nil` if all cached data about the clinic may be wrong.
    package let positions: ClosedRange<Int64>?

    /// Makes an announcement that all cached data about a clinic may be wrong.
    static func nothingIsKnown(of clinic: UUIDBytes) -> Appended {
        Appended(clinic: clinic, events: [], tags: [], condition: nil, positions: nil)
    }
}
