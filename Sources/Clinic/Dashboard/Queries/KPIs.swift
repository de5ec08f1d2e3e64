import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The clinic's figures of a period of days. Each field's description in `codec` defines the figure.
struct KPIs: Sendable {
    let from: CivilDate
    let to: CivilDate
    let production, collections, refunds, writeOffs, adjustments, rounding: Money
    let collectionRate: Int64?
    let appointments, completed, cancelled, noShows: Int64
    let cancellationRate, noShowRate: Int64?
    let chairUse: Int64?
    let averageWait: Int64?
    let receivables: [Receivable]

    private static func rate(_ text: String) -> Codec<Int64> {
        .int64(0...1_000_000).described("\(text) In thousandths; absent if there is nothing to divide by.")
    }

    static let codec = object(
        KPIs.init(
            from:to:production:collections:refunds:writeOffs:adjustments:rounding:collectionRate:appointments:completed:
            cancelled:
            noShows:cancellationRate:noShowRate:chairUse:averageWait:receivables:),
        field("from", \.from, .date.described("The first day of the figures.")),
        field("to", \.to, .date.described("The last day of the figures.")),
        field("production", \.production, .production),
        field("collections", \.collections, .collections("period")),
        field("refunds", \.refunds, .refunds("period")),
        field("write_offs", \.writeOffs, .writeOffs("period")),
        field("adjustments", \.adjustments, .adjustments("period")),
        field("rounding", \.rounding, .rounding("period")),
        optionalField("collection_rate", \.collectionRate, rate("Collections less refunds, divided by production.")),
        field("appointments", \.appointments, .int64.described("All appointments of the period but cancelled ones.")),
        field("completed", \.completed, .int64.described("Appointments whose treatment is over.")),
        field("cancelled", \.cancelled, .int64.described("Appointments that were cancelled.")),
        field("no_shows", \.noShows, .int64.described("Appointments whose patient did not come.")),
        optionalField("cancellation_rate", \.cancellationRate, rate("Cancelled appointments divided by all.")),
        optionalField(
            "no_show_rate", \.noShowRate, rate("No-shows divided by all appointments that were not cancelled.")),
        optionalField(
            "chair_use", \.chairUse,
            rate(
                """
                The minutes of appointments that were not cancelled or missed, divided by the opening minutes of all \
                chairs in use. The minutes of a group visit count once.
                """
            )),
        optionalField(
            "average_wait_minutes", \.averageWait,
            .int64.described(
                "From check-in to the chair, or to the treatment, in the mean of those who waited; absent if nobody did."
            )),
        field(
            "receivables", \.receivables,
            .array(Receivable.codec, 0...Receivable.Age.allCases.count).described(
                "The sum that is still to be paid today, by age."))
    ).described("The clinic's figures of a period.").named("KPIs")

    /// The query for the figures of a period.
    ///
    /// - Parameter chairMinutes: the minutes in which the clinic is open in the period, times the number of chairs that
    ///   are in use.
    static func query(
        _ clinic: UUIDBytes, _ period: KPIPeriod, zone: ClinicZone, today: CivilDate, currency: String,
        chairMinutes: Int64
    ) -> DocumentQuery {
        let money: @Sendable (Statement) -> Statement = {
            "json_build_object('amount', \($0), 'currency', \(currency))"
        }
        let rate: @Sendable (Statement, Statement) -> Statement = { "round(1000.0 * \($0) / nullif(\($1), 0))" }
        return DocumentQuery(
            """
            WITH visit AS (\(KPIBars.visits(clinic, period))),
            v AS (
                SELECT count(*) FILTER (WHERE status <> 'cancelled') AS appointments,
                    count(*) FILTER (WHERE status IN ('ready_for_checkout', 'completed')) AS completed,
                    count(*) FILTER (WHERE status = 'cancelled') AS cancelled,
                    count(*) FILTER (WHERE status = 'no_show') AS no_shows,
                    coalesce(sum(minutes) FILTER (WHERE status NOT IN ('cancelled', 'no_show')), 0) AS booked,
                    round(avg(wait)) AS wait
                FROM visit
            ),
            m AS (\(LedgerSums.figures(clinic, in: period.bounds(in: zone)))),
            aged AS (\(Receivable.byAge(clinic, on: today)))
            SELECT json_strip_nulls(json_build_object(
                'from', \(period.from), 'to', \(period.to),
                'production', \(money("m.production")), 'collections', \(money("m.collections")),
                'refunds', \(money("m.refunds")), 'write_offs', \(money("m.write_offs")),
                'adjustments', \(money("m.adjustments")), 'rounding', \(money("m.rounding")),
                'collection_rate', \(rate("greatest(m.collections - m.refunds, 0)", "greatest(m.production, 0)")),
                'appointments', v.appointments, 'completed', v.completed, 'cancelled', v.cancelled,
                'no_shows', v.no_shows,
                'cancellation_rate', \(rate("v.cancelled", "(v.appointments + v.cancelled)")),
                'no_show_rate', \(rate("v.no_shows", "v.appointments")),
                'chair_use', \(rate("v.booked", "\(chairMinutes)")),
                'average_wait_minutes', v.wait,
                'receivables', (
                    SELECT json_agg(
                        json_build_object(
                            'age', aged.name, 'invoices', aged.invoices, 'total', \(money("aged.total")))
                        ORDER BY aged.number)
                    FROM aged)))
            FROM v CROSS JOIN m
            """, shape: .one, shows: .nobodys, asyncProjections: LedgerSums.models)
    }
}

extension ClinicSettings {
    /// The minutes in which the clinic is open in a period, times the number of chairs that are in use now.
    func chairMinutes(in period: KPIPeriod) -> Int64 {
        let minutes = period.days.reduce(0) { sum, day in
            sum + openWindows(on: day).reduce(0) { $0 + $1.end.minutes - $1.start.minutes }
        }
        return Int64(minutes * activeChairs.count)
    }
}

extension DashboardAPI {
    static let getKPIs = Endpoint<ClinicAction>(
        .get, "/api/v1/admin/kpis", id: "getKPIs", summary: "Show the figures of a period",
        details: """
            Production, collections, cancellations, no-shows, chair use, waits and receivables. They are there from the \
            clinic's first day on. Sums of money may lack changes of the last seconds. Chair use is by the present hours and \
            chairs.
            """,
        tag: "Dashboard", for: AdminOnly.self, takes: .kpiFrom, .kpiTo,
        answers: [.ok(KPIs.codec, "The figures")], caching: .privateETag(maxAge: 0)
    ) { caller, from, to in
        .query { model, now throws(Problem) in
            let settings = model[.settings]
            let today = settings.zone.date(of: now)
            let period = try KPIPeriod(from: from, to: to, today: today)
            return KPIs.query(
                caller.clinic, period, zone: settings.zone, today: today, currency: settings.currency.code,
                chairMinutes: settings.chairMinutes(in: period))
        }
    }
}
