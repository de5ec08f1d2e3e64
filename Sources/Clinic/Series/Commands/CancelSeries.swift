public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that cancels the visits of a series that have not begun: all of them, or those from a day on.
public struct CancelSeries: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknown
        /// No visit of the series from the given day on is still ahead.
        case empty

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            case .empty: Problem(.seriesEmpty)
            }
        }
    }

    let series: ID<VisitSeries>
    let from: CivilDate?
    let reason: Personal<String>

    public init(_ series: ID<VisitSeries>, from: CivilDate? = nil, reason: Personal<String>) {
        self.series = series
        self.from = from
        self.reason = reason
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard case .made(let known) = model[.series(series)] else { throw .unknown }
        let ahead = known.ahead(from: from, &model, at: now)
        guard !ahead.isEmpty else { throw .empty }
        let cancelled = ahead.map { course in
            ClinicEvent.appointment(
                .cancelled(
                    AppointmentCancelled(
                        visit: course.visit.planned(in: series), by: .clinic, reason: reason, guardian: nil)))
        }
        let ids = ahead.map(\.visit.appointment)
        var events = cancelled + [.series(.cancelled(SeriesCancelled(series: series, appointments: ids)))]
        for course in ahead { events += FreedTime.offers(of: course.visit, &model, at: now) }
        return events
    }
}

struct SeriesCancellationBody: Sendable {
    let from: CivilDate?
    let reason: Personal<String>

    static let codec = object(
        SeriesCancellationBody.init(from:reason:), optionalField("from", \.from, .seriesFrom),
        field(
            "reason", \.reason, .personal(.clinical, .prose(max: 500)).described("Why the visits are cancelled."))
    ).described("Which visits of a series are cancelled, and why.").named("SeriesCancellation")
}

extension SeriesAPI {
    static let cancelSeries = Endpoint<ClinicAction>(
        .post, "/api/v1/series/{series_id}/cancel", id: "cancelSeries", summary: "Cancel the visits of a series",
        details: """
            All visits that are ahead, or those from one on. Visits that have begun stay. The freed times are offered to \
            the waitlist.
            """, tag: tag,
        for: FrontDesk.self, takes: .path("series_id", .seriesID), .body(SeriesCancellationBody.codec),
        answers: [.ok(SeriesDocument.codec, "The series as it is now")], problems: [.notFound, .seriesEmpty],
        idempotency: .accepted
    ) { _, series, body throws(Problem) in
        .command(
            ClinicCommand(
                CancelSeries(series, from: body.from, reason: body.reason),
                answer: DocumentAnswer(SeriesList.self, DocumentKey(series))))
    }
}
