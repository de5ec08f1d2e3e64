import EventSourcing
import Identifiers
import SQL

/// The name of a person key: one clinic, one person, one retention class.
package struct KeyName: Hashable, Sendable {
    package let clinic: UUIDBytes
    package let person: UUIDBytes
    package let retention: UInt8

    /// The key name that sorts before all others, from which a scan of all keys begins.
    package static let first = KeyName(
        clinic: UUIDBytes(high: 0, low: 0), person: UUIDBytes(high: 0, low: 0), retention: 0)

    /// The bytes of the key's name. They are authenticated together with each wrapped key and each sealed value, so
    /// that none of these can be moved to another clinic, person or retention class.
    var bytes: [UInt8] { clinic.bytes + person.bytes + [retention] }
}

/// Identifies the person key that an event was sealed with.
struct SealingKey: Hashable, Sendable {
    let name: KeyName
    let made: Timestamp
}

/// The state of a person key, as this process knows it.
enum KeyState: Sendable {
    case key(PersonKey)
    /// The person was erased, and the law requires the clinic to keep what the key sealed. The key seals new values, and
    /// opens none.
    case sealed(PersonKey)
    case destroyed
    /// The person key exists, but none of this server's master keys unwraps it, so values sealed with it cannot be read
    /// here.
    case notUnwrapped(master: String)
}
