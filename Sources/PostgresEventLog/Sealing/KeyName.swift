import EventSourcing
import Identifiers
import SQL

/// What a key is for: one person's values of one retention, in one clinic.
struct KeyName: Hashable, Sendable {
    let clinic: UUIDBytes
    let person: UUIDBytes
    let retention: UInt8

    /// Before all others.
    static let first = KeyName(
        clinic: UUIDBytes(high: 0, low: 0), person: UUIDBytes(high: 0, low: 0), retention: 0)

    /// Bound to every key and value, so that none can be put in another's place.
    var bytes: [UInt8] { clinic.bytes + person.bytes + [retention] }
}

/// A key that an event was sealed with.
struct SealingKey: Hashable, Sendable {
    let name: KeyName
    let made: Timestamp
}

/// A key as far as it is known.
enum KeyState: Sendable {
    case key(PersonKey)
    case destroyed
    /// It is there, and no master key unwraps it: what it sealed cannot be read here.
    case notUnwrapped(master: String)
}
