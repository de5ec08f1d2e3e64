public import EventSourcing
public import Identifiers
public import JSON

/// Visits of a series were moved together.
public struct SeriesMoved: EventPayload, Hashable {
    public let series: ID<VisitSeries>
    /// The moved visits of the series, each with its new day.
    public let visits: [SeriesVisit]

    public static let stored = StoredType("series-moved")
    public static let codec = object(
        SeriesMoved.init(series:visits:), field("series_id", \.series, .id()),
        field("visits", \.visits, .array(SeriesVisit.codec)))
    public var tags: [Tag] { [.series(series)] }
}
