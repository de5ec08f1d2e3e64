import EventSourcing
import EventStore
import Identifiers

/// A document's key; it may not exist.
package struct AuditedDocument: Hashable, Sendable {
    package let clinic: UUIDBytes
    /// Among the projections.
    package let model: Int
    package let key: DocumentKey

    package init(_ key: DocumentKey, model: Int, in clinic: UUIDBytes) {
        self.clinic = clinic
        self.model = model
        self.key = key
    }
}
