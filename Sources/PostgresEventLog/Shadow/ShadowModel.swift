import EventSourcing
import Identifiers

/// A projection whose documents are looked at, with what its statements need.
struct ShadowModel<Event: DomainEvent> {
    let projection: AnyProjection<Event>
    let schema: DocumentSchema
    let name: String

    init(_ projection: AnyProjection<Event>) {
        self.projection = projection
        schema = DocumentSchema(projection)
        name = projection.table.name.description
    }

    /// The tags under which personal values are of interest: all, or none.
    var opening: Set<Tag>? { projection.readsPersonal ? nil : [] }
}

/// A document, whether it is there or not.
package struct ShadowedDocument: Hashable, Sendable {
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

/// How documents are folded anew beside the work.
public struct ShadowLimits: Sendable {
    /// At most so many, beside those that differed; none at all for 0.
    public var documentsPerSecond = 1.0
    /// A document with more events than this is folded along the whole feed, a page at a time.
    public var eventsPerDocument = 10_000
    public var eventsPerPage: Int64 = 1_000

    public init() {}
}
