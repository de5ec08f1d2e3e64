import EventSourcing
import EventStore
import Identifiers

/// A projection under audit, with what its statements need.
struct AuditedProjection<Event: DomainEvent> {
    let projection: AnyProjection<Event>
    let schema: DocumentSchema
    let name: String

    init(_ projection: AnyProjection<Event>) {
        self.projection = projection
        schema = DocumentSchema(projection)
        name = projection.table.name.description
    }

    /// The tags whose personal values are opened: all, or none.
    var opening: Set<Tag>? { projection.readsPersonal ? nil : [] }
}

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

/// Limits of the projection audit.
public struct ProjectionAuditLimits: Sendable {
    /// The number of documents, besides those that differed; 0 turns the audit off.
    public var documentsPerSecond = 1.0
    /// A document with more events than this is folded along the whole feed, a page at a time.
    public var eventsPerDocument = 10_000
    public var eventsPerPage: Int64 = 1_000

    public init() {}
}
