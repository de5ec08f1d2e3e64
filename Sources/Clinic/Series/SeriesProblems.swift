import Endpoints
import EventSourcing
import JSON

/// A visit that cannot take place, with free times near it.
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
                "Free times near it; empty from the \(mostWithAlternatives + 1)th visit on."))
    ).described("A visit of a series that cannot take place at its time.").named("SeriesConflict")

    /// The number of visits for which alternatives are searched: each search reads two weeks or more.
    static let mostWithAlternatives = 3
}

extension Problem.Kind {
    static let seriesRefused = Problem.Kind(
        "series-refused", 409, "Some visits of the series cannot take place",
        means: "The times of the visits in `conflicts` are not free. Nothing was booked, moved or changed.",
        remedy: """
            Choose another time, book the other visits with `skip_refused`, and book those of `conflicts` singly at one of \
            their `alternatives`.
            """,
        members: [
            .member(
                "conflicts",
                .array(SeriesConflict.codec, 0...SeriesRule.mostVisits).described(
                    "The visits that cannot take place, by day."),
                example: [SeriesConflict(date: .example, reason: .doctorBusy, alternatives: Offer.examples)])
        ])
    static let seriesEmpty = Problem.Kind(
        "series-empty", 409, "The series has no such visits any more",
        means: "No visit of the series on or after `from` is still ahead.",
        remedy: "Read the series again.")
}

extension Problem {
    static func refused(_ conflicts: [SeriesConflict]) -> Problem {
        Problem(.seriesRefused).with("conflicts", conflicts, .array(SeriesConflict.codec))
    }
}
