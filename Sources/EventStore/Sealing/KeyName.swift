import EventSourcing
import Identifiers
import SQL

/// The name of a person key: one clinic, one person, one retention class.
package struct KeyName: Hashable, Sendable {
    package let clinic: UUIDBytes
    package let person: UUIDBytes
    package let retention: UInt8

    /// The name that sorts before all other names.
    package static let first = KeyName(
        clinic: UUIDBytes(high: 0, low: 0), person: UUIDBytes(high: 0, low: 0), retention: 0)

    /// The bytes of the name, which are authenticated with every key and value, so that no key or value can be moved to
    /// another name.
    var bytes: [UInt8] { clinic.bytes + person.bytes + [retention] }
}

/// A key that an event was sealed with.
struct SealingKey: Hashable, Sendable {
    let name: KeyName
    let made: Timestamp
}

/// The known state of a key.
enum KeyState: Sendable {
    case key(PersonKey)
    case destroyed
    /// The key exists, but none of this server's master keys unwraps it, so values sealed with it cannot be read here.
    case notUnwrapped(master: String)
}
