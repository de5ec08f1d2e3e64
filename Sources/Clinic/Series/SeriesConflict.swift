public import EventSourcing
import JSON

/// A visit of a series that cannot take place at its time, with free times near it.
public struct SeriesConflict: Hashable, Sendable {
    public let date: CivilDate
    public let reason: VisitRefusal
    public let alternatives: [Offer]

    static let codec = object(
        SeriesConflict.init(date:reason:alternatives:),
        field("date", \.date, .date.described("The day of the visit, by the clinic's calendar.")),
        field("reason", \.reason, .visitRefusal),
        field(
            "alternatives", \.alternatives,
            .array(Offer.codec, 0...Alternatives.limit).described(
                """
                Free times near it; empty from the \(mostWithAlternatives + 1)th conflict on, for `clocks_skip`, and if the \
                visit would overlap another one of the series.
                """))
    ).described("A visit of a series that cannot take place at its time.").named("SeriesConflict")

    /// The maximum number of a series' conflicts for which alternatives are searched. Each search reads many days.
    static let mostWithAlternatives = 3
}
