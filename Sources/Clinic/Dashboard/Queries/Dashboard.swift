import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The dashboard's figures: sums for one day and for each of some weeks.
struct Dashboard: Sendable {
    /// The figures of one day.
    struct Day: Sendable {
        let appointments, open, waiting, inTreatment, completed, cancelled, noShows: Int64
        /// Payments minus refunds of the day.
        let revenue: Money
        /// The sum of the amounts that are not yet paid on all invoices.
        let outstanding: Money

        static let codec = object(
            Day.init(appointments:open:waiting:inTreatment:completed:cancelled:noShows:revenue:outstanding:),
            field("appointments", \.appointments, .int64.described("All appointments but cancelled ones.")),
            field("open", \.open, .int64.described("Appointments that are requested, booked or confirmed.")),
            field(
                "waiting", \.waiting, .int64.described("Appointments whose patient has arrived or sits in the chair.")),
            field("in_treatment", \.inTreatment, .int64.described("Appointments whose treatment goes on.")),
            field("completed", \.completed, .int64.described("Appointments whose treatment is over.")),
            field("cancelled", \.cancelled, .int64.described("Appointments that were cancelled.")),
            field("no_shows", \.noShows, .int64.described("Appointments whose patient did not come.")),
            field("revenue", \.revenue, Money.codec.described("All payments received, less refunds.")),
            field(
                "outstanding", \.outstanding,
                Money.codec.described("The sum that is still to be paid on all invoices."))
        ).described("The figures of a day.").named("DashboardDay")
    }

    /// The figures of one week, which begins on a Monday.
    struct Week: Sendable {
        let monday: CivilDate
        let appointments, completed, cancelled, noShows: Int64
        let revenue: Money

        static let codec = object(
            Week.init(monday:appointments:completed:cancelled:noShows:revenue:),
            field("monday", \.monday, .date.described("The week's first day, by the clinic's calendar.")),
            field("appointments", \.appointments, .int64.described("All appointments but cancelled ones.")),
            field("completed", \.completed, .int64.described("Appointments whose treatment is over.")),
            field("cancelled", \.cancelled, .int64.described("Appointments that were cancelled.")),
            field("no_shows", \.noShows, .int64.described("Appointments whose patient did not come.")),
            field("revenue", \.revenue, Money.codec.described("All payments received, less refunds."))
        ).described("The figures of a week from Monday on.").named("DashboardWeek")
    }

    let date: CivilDate
    /// The number of the clinic's events that are not included in the figures yet, since the read models are
    /// asynchronous.
    let pendingEvents: Int64
    let today: Day
    let weeks: [Week]

    static let codec = object(
        Dashboard.init(date:pendingEvents:today:weeks:),
        field("date", \.date, .date.described("The day of `today`, by the clinic's calendar.")),
        field(
            "pending_events", \.pendingEvents,
            .int64.described("Changes that the counts and `outstanding` do not show yet; mostly 0.")),
        field("today", \.today, Day.codec.described("The figures of the day.")),
        field("weeks", \.weeks, .array(Week.codec, 0...weekCount).described("The last weeks, the oldest first."))
    ).described("The clinic's figures.").named("Dashboard")

    static let weekCount = 8
}

extension DashboardAPI {
    static let getDashboard = Endpoint<ClinicAction>(
        .get, "/api/v1/admin/dashboard", id: "getDashboard", summary: "Show the clinic's figures",
        details: "The figures of one day, and of the last weeks.",
        tag: "Dashboard", for: AdminOnly.self,
        takes: .optionalQuery(
            "date", .date.described("The day of `today`, by the clinic's calendar; absent: today.")),
        answers: [.ok(Dashboard.codec, "The figures")]
    ) { caller, date in .query(Dashboard.query(caller.clinic, on: date)) }
}
