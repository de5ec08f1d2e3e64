import Endpoints
import EventSourcing
import JSON

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
