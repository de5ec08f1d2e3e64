import Identifiers

/// A tag, a key or an id, together with its clinic.
package struct InClinic<Value: Hashable & Sendable>: Hashable, Sendable {
    package let clinic: UUIDBytes
    package let value: Value

    package init(clinic: UUIDBytes, value: Value) {
        self.clinic = clinic
        self.value = value
    }
}
