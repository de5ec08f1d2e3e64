import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The dashboard's figures: counts and sums of money for one day, and for each of the eight weeks up to it.
struct Dashboard: Sendable {
    /// The dashboard's figures of one day.
    struct Day: Sendable {
        let appointments, open, waiting, inTreatment, completed, cancelled, noShows, overrides: Int64
        let revenue, production, collections, refunds, writeOffs, adjustments, rounding: Money
        /// The sum that was open on all of the clinic's invoices at the end of the day.
        let outstanding: Money

        static let codec = object(
            Day.init(
                appointments:open:waiting:inTreatment:completed:cancelled:noShows:overrides:revenue:production:
                collections:refunds:writeOffs:adjustments:rounding:outstanding:),
            field("appointments", \.appointments, .int64.described("All appointments but cancelled ones.")),
            field("open", \.open, .int64.described("Appointments that are requested, booked or confirmed.")),
            field(
                "waiting", \.waiting, .int64.described("Appointments whose patient has arrived or sits in the chair.")),
            field("in_treatment", \.inTreatment, .int64.described("Appointments whose treatment goes on.")),
            field("completed", \.completed, .int64.described("Appointments whose treatment is over.")),
            field("cancelled", \.cancelled, .int64.described("Appointments that were cancelled.")),
            field("no_shows", \.noShows, .int64.described("Appointments whose patient did not come.")),
            field(
                "overrides", \.overrides, .int64.described("Appointments that break rules of booking by an override.")),
            field("revenue", \.revenue, .revenue),
            field("production", \.production, .production),
            field("collections", \.collections, .collections("day")),
            field("refunds", \.refunds, .refunds("day")),
            field("write_offs", \.writeOffs, .writeOffs("day")),
            field("adjustments", \.adjustments, .adjustments("day")),
            field("rounding", \.rounding, .rounding("day")),
            field(
                "outstanding", \.outstanding,
                Money.codec.described("The sum that was still to be paid on all invoices at the end of the day."))
        ).described("The figures of a day.").named("DashboardDay")
    }

    /// The figures of one week, which begins on a Monday.
    struct Week: Sendable {
        let monday: CivilDate
        let appointments, completed, cancelled, noShows: Int64
        let revenue, production, collections: Money

        static let codec = object(
            Week.init(monday:appointments:completed:cancelled:noShows:revenue:production:collections:),
            field("monday", \.monday, .date.described("The week's first day, by the clinic's calendar.")),
            field("appointments", \.appointments, .int64.described("All appointments but cancelled ones.")),
            field("completed", \.completed, .int64.described("Appointments whose treatment is over.")),
            field("cancelled", \.cancelled, .int64.described("Appointments that were cancelled.")),
            field("no_shows", \.noShows, .int64.described("Appointments whose patient did not come.")),
            field("revenue", \.revenue, .revenue),
            field("production", \.production, .production),
            field(
                "collections", \.collections,
                Money.codec.described("All payments that were received in the week, less refunds."))
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
            .int64.described("Changes that the figures do not show yet; mostly 0.")),
        field("today", \.today, Day.codec.described("The figures of the day.")),
        field("weeks", \.weeks, .array(Week.codec, 0...weekCount).described("The last weeks, the oldest first."))
    ).described("The clinic's figures.").named("Dashboard")

    static let weekCount = 8
}

extension Codec where Value == Money {
    fileprivate static var revenue: Codec {
        Money.codec.described(
            "The money that came to pay invoices: payments and used credit, less what pays them no longer; prepayments are "
                + "left out until an invoice uses them.")
    }

    static var production: Codec {
        Money.codec.described("The totals of all invoices that were issued, with tax, less those that were voided.")
    }

    // The codecs of the dashboard's other sums of money. Each takes a noun for the period of the sum (`time`), such as
    // `day`, and uses it in the description of the sum.

    static func collections(_ time: String) -> Codec {
        Money.codec.described(
            "All payments that were received, prepayments included, less those of the \(time)'s corrections.")
    }

    static func refunds(_ time: String) -> Codec {
        Money.codec.described("All money that was given back during the \(time).")
    }

    static func writeOffs(_ time: String) -> Codec {
        Money.codec.described("The sums of invoices that the clinic gave up during the \(time).")
    }

    static func adjustments(_ time: String) -> Codec {
        Money.codec.described("The \(time)'s credit notes, and its refunds as goodwill.")
    }

    static func rounding(_ time: String) -> Codec {
        Money.codec.described(
            "The clinic's gain from rounding the \(time)'s sums that were paid in cash; negative for a loss.")
    }
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
