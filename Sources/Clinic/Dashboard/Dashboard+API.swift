public import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The admin's figures: today and the last weeks.
public enum DashboardAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        Endpoint(
            .get, "/api/v1/admin/dashboard", id: "getDashboard", summary: "Today's figures and weekly bars",
            tag: "Dashboard", for: AdminOnly.self, takes: .optionalQuery("date", .date),
            answers: [.ok(Dashboard.codec)]
        ) { caller, date in .query(Dashboard.query(caller.clinic, on: date)) }
    ]
}

/// The dashboard: sums over its days.
struct Dashboard: Sendable {
    /// The figures of one day.
    struct Day: Sendable {
        let appointments, open, waiting, inTreatment, completed, cancelled, noShows: Int64
        /// Received minus refunded, minor units.
        let revenue: Int64
        /// Open on all invoices, minor units.
        let outstanding: Int64
        let currency: String

        static let codec = object(
            Day.init,
            field("appointments", \.appointments, .int64),
            field("open", \.open, .int64),
            field("waiting", \.waiting, .int64),
            field("in_treatment", \.inTreatment, .int64),
            field("completed", \.completed, .int64),
            field("cancelled", \.cancelled, .int64),
            field("no_shows", \.noShows, .int64),
            field("revenue", \.revenue, .int64),
            field("outstanding", \.outstanding, .int64),
            field("currency", \.currency, .string(3...3))
        ).named("DashboardDay")
    }

    /// One bar: a week from Monday.
    struct Week: Sendable {
        let monday: CivilDate
        let appointments, completed, cancelled, noShows, revenue: Int64

        static let codec = object(
            Week.init,
            field("monday", \.monday, .date),
            field("appointments", \.appointments, .int64),
            field("completed", \.completed, .int64),
            field("cancelled", \.cancelled, .int64),
            field("no_shows", \.noShows, .int64),
            field("revenue", \.revenue, .int64)
        ).named("DashboardWeek")
    }

    let date: CivilDate
    /// The number of the clinic's events that the counts do not include yet.
    let pendingEvents: Int64
    let today: Day
    let weeks: [Week]

    static let codec = object(
        Dashboard.init,
        field("date", \.date, .date),
        field(
            "pending_events", \.pendingEvents,
            .int64.described(
                "How much of what was done in the clinic the counts and `outstanding` do not show yet. 0 but for moments, after an update, and where something cannot be read."
            )),
        field("today", \.today, Day.codec),
        field("weeks", \.weeks, .array(Week.codec, 0...weekCount))
    ).named("Dashboard")

    static let weekCount = 8
}
