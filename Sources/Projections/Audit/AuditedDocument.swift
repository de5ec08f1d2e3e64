import EventSourcing
import EventStore
import Identifiers

/// The key of a document that the projection audit compares. The document may not exist.
package struct AuditedDocument: Hashable, Sendable {
    package let clinic: UUIDBytes
    /// The index, in the list of audited projections, of the projection that folds the document.
    package let model: Int
    package let key: DocumentKey

    package init(_ key: DocumentKey, model: Int, in clinic: UUIDBytes) {
        self.clinic = clinic
        self.model = model
        self.key = key
    }
}
