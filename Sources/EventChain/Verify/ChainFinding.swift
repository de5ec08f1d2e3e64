import EventSourcing
import Identifiers

/// A contradiction between a clinic's events and its hash chain. The description names positions and contains no stored
/// value, since that may be patient data.
package enum ChainFinding: Sendable, Hashable, CustomStringConvertible {
    /// The stored event at the given position differs from the event whose hash is in the chain.
    case alteredEvent(clinic: UUIDBytes, position: Int64)
    case missingEvents(clinic: UUIDBytes, positions: ClosedRange<Int64>)
    /// The event at the given position was read out of order, after an event with this or a later position; or its
    /// position is the largest `Int64`.
    case misplacedEvent(clinic: UUIDBytes, position: Int64)
    case eventsBeyondFeed(clinic: UUIDBytes, positions: ClosedRange<Int64>)
    /// The event at the given position is the one that was chained, but its stored hash was altered.
    case alteredHash(clinic: UUIDBytes, position: Int64)
    case missingHashes(clinic: UUIDBytes, positions: ClosedRange<Int64>)
    /// The hash at the last of the given positions differs from the hash in a signed head, so one or more events at
    /// these positions were replaced, and their hashes with them.
    case rewritten(clinic: UUIDBytes, positions: ClosedRange<Int64>, signedAt: Instant)
    /// The event at the given position is dated minutes before a head that was signed before it was appended, or minutes
    /// after the head that was signed at it.
    case wronglyDated(clinic: UUIDBytes, position: Int64)
    case unprovenHead(clinic: UUIDBytes, position: Int64, reason: String)

    package var description: String {
        switch self {
        case .alteredEvent(let clinic, let position):
            "clinic \(clinic): event \(position) is not the one that was chained there: altered, or another in its place"
        case .missingEvents(let clinic, let positions): "clinic \(clinic): \(events(positions)) missing"
        case .misplacedEvent(let clinic, let position): "clinic \(clinic): event \(position) stands out of its order"
        case .eventsBeyondFeed(let clinic, let positions):
            "clinic \(clinic): \(events(positions)) beyond the feed's end: not appended, but put there"
        case .alteredHash(let clinic, let position):
            "clinic \(clinic): the hash of event \(position) was altered; the event is as it was"
        case .missingHashes(let clinic, let positions): "clinic \(clinic): the hashes of \(text(positions)) are missing"
        case .rewritten(let clinic, let positions, let signedAt):
            "clinic \(clinic): of the events \(text(positions)) one or more were altered, and the hashes with them: "
                + "the head that was signed at \(signedAt) is another"
        case .wronglyDated(let clinic, let position):
            "clinic \(clinic): event \(position) has another time than the heads that were signed before and after it"
        case .unprovenHead(let clinic, let position, let reason):
            "clinic \(clinic): the head at event \(position) does not count: \(reason)"
        }
    }

    private func events(_ positions: ClosedRange<Int64>) -> String {
        positions.count == 1 ? "event \(text(positions)) is" : "events \(text(positions)) are"
    }

    private func text(_ positions: ClosedRange<Int64>) -> String {
        positions.count == 1 ? "\(positions.lowerBound)" : "\(positions.lowerBound) to \(positions.upperBound)"
    }
}
