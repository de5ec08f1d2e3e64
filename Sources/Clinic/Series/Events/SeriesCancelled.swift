public import EventSourcing
public import Identifiers
public import JSON

/// Visits of a series were cancelled together.
public struct SeriesCancelled: EventPayload, Hashable {
    public let series: ID<VisitSeries>
    public let appointments: [ID<Appointment>]

    public static let stored = StoredType("series-cancelled")
    public static let codec = object(
        SeriesCancelled.init(series:appointments:), field("series_id", \.series, .id()),
        field("appointment_ids", \.appointments, .array(.id())))
    public var tags: [Tag] { [.series(series)] }
}
