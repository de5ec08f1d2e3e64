import Identifiers

/// A tag, a key or an id, in its clinic.
struct InClinic<Value: Hashable & Sendable>: Hashable, Sendable {
    let clinic: UUIDBytes
    let value: Value
}
