import EventSourcing
import EventStore
import Identifiers

/// An audited projection, with the schema and name that its SQL statements need.
struct AuditedProjection<Event: DomainEvent> {
    let projection: AnyProjection<Event>
    let schema: DocumentSchema
    let name: String

    init(_ projection: AnyProjection<Event>) {
        self.projection = projection
        schema = DocumentSchema(projection)
        name = projection.table.name.description
    }

    /// The tags by which the projection audit selects the events whose personal values it decrypts: `nil` (all events)
    /// if the fold reads personal values, otherwise no tags.
    var opening: Set<Tag>? { projection.readsPersonal ? nil : [] }
}
