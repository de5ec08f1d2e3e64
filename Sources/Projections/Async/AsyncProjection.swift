import EventLoop
import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import SQL

/// An asynchronous projection, with the schema and name that its SQL statements need.
package struct AsyncProjection<Event: DomainEvent>: Sendable {
    let projection: AnyProjection<Event>
    let schema: DocumentSchema
    package let name: String

    package init(_ projection: AnyProjection<Event>) {
        self.projection = projection
        schema = DocumentSchema(projection)
        name = projection.table.name.description
    }

    /// The slice that a clinic belongs to: one of the fixed groups of clinics that servers divide among themselves.
    package func part(of clinic: UUIDBytes, slices: Int32) -> LeasedPart {
        LeasedPart(name, slice: Int32((clinic.high ^ clinic.low) % UInt64(slices)))
    }
}
