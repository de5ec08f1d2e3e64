public import EventSourcing
public import Identifiers

/// A contradiction between the log and the stored data. The description names positions and contains no stored value,
/// since that may be patient data.
public enum Difference: Sendable, Hashable, CustomStringConvertible {
    /// The clinic's feed has no events at the given positions.
    case missingEvents(clinic: UUIDBytes, positions: ClosedRange<Int64>)
    /// The clinic has events at positions after its feed's last position.
    case eventsBeyondFeed(clinic: UUIDBytes, positions: ClosedRange<Int64>)
    case unreadableEvent(clinic: UUIDBytes, position: Int64, reason: String)
    /// A person key cannot be unwrapped, so values encrypted with it cannot be read.
    case unusableKey(clinic: UUIDBytes, person: UUIDBytes, retention: Int, master: String)
    case missingTag(clinic: UUIDBytes, position: Int64, tag: Tag)
    case superfluousTag(clinic: UUIDBytes, position: Int64, tag: Tag)
    /// A document that the events require is not in the read model's table.
    case missingDocument(table: String, clinic: UUIDBytes, key: String)
    /// The read model's table has a document that the events do not require.
    case superfluousDocument(table: String, clinic: UUIDBytes, key: String)
    /// The stored document differs from the one folded from the events, byte for byte.
    case alteredDocument(table: String, clinic: UUIDBytes, key: String)
    /// The stored document equals the folded one, but another column of its row differs.
    case alteredColumn(table: String, clinic: UUIDBytes, key: String)

    public var description: String {
        switch self {
        case .missingEvents(let clinic, let positions): "clinic \(clinic): no event at \(text(positions))"
        case .eventsBeyondFeed(let clinic, let positions):
            "clinic \(clinic): events beyond the feed's end, at \(text(positions))"
        case .unreadableEvent(let clinic, let position, let reason):
            "clinic \(clinic): event \(position) cannot be read: \(reason)"
        case .unusableKey(let clinic, let person, let retention, let master):
            "clinic \(clinic): key \(retention) of person \(person) cannot be unwrapped with master key \(master)"
        case .missingTag(let clinic, let position, let tag): "clinic \(clinic): event \(position) lacks the tag \(tag)"
        case .superfluousTag(let clinic, let position, let tag):
            "clinic \(clinic): event \(position) should not have the tag \(tag)"
        case .missingDocument(let table, let clinic, let key): "clinic \(clinic): \(table) lacks the document \(key)"
        case .superfluousDocument(let table, let clinic, let key):
            "clinic \(clinic): \(table) should not have the document \(key)"
        case .alteredDocument(let table, let clinic, let key):
            "clinic \(clinic): \(table) has another document \(key) than its events make"
        case .alteredColumn(let table, let clinic, let key):
            "clinic \(clinic): \(table) has other columns beside document \(key) than its events make"
        }
    }

    private func text(_ positions: ClosedRange<Int64>) -> String {
        positions.count == 1 ? "\(positions.lowerBound)" : "\(positions.lowerBound) to \(positions.upperBound)"
    }
}
