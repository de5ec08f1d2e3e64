public import Endpoints
public import EventSourcing
public import Identifiers
import JSON
import SQL

/// The figures of one week or month, of the whole clinic or of one doctor or service.
public struct KPIBar: Sendable {
    let period: CivilDate
    let id: UUIDBytes?
    let name: String?
    let appointments, completed, cancelled, noShows, bookedMinutes: Int64
    let averageWait: Int64?
    let production: Money

    static let codec = object(
        KPIBar.init(period:id:name:appointments:completed:cancelled:noShows:bookedMinutes:averageWait:production:),
        field("period", \.period, .date.described("The first day of the week (Monday) or month.")),
        optionalField(
            "split_id", \.id, Codec<UUIDBytes>.uuid.described("The doctor or service; absent for the whole clinic.")),
        optionalField("name", \.name, .string(max: 200).described("The name of the doctor or service.")),
        field("appointments", \.appointments, .int64.described("All appointments but cancelled ones.")),
        field("completed", \.completed, .int64.described("Appointments whose treatment is over.")),
        field("cancelled", \.cancelled, .int64.described("Appointments that were cancelled.")),
        field("no_shows", \.noShows, .int64.described("Appointments whose patient did not come.")),
        field(
            "booked_minutes", \.bookedMinutes,
            .int64.described(
                """
                The minutes of appointments that were not cancelled or missed. The minutes of a group visit count \
                once.
                """
            )),
        optionalField(
            "average_wait_minutes", \.averageWait,
            .int64.described("From check-in to the chair or the treatment, in the mean; absent if nobody waited.")),
        field(
            "production", \.production,
            Money.codec.described(
                """
                The totals of all invoices that were issued then, with tax, less those that were voided then; of a doctor or \
                service: of invoices for an appointment.
                """))
    ).described("The figures of a week or month.").named("KPIBar")

    /// The columns of the chart's bars as a CSV file, in order.
    public static let columns = [
        "period", "split_id", "name", "appointments", "completed", "cancelled", "no_shows", "booked_minutes",
        "average_wait_minutes", "production.amount", "production.currency",
    ]
}

/// The queries for the bars of a chart: a `KPIBar` for each week or month of a period.
public enum KPIBars {
    /// The length of the time that one bar of a chart shows.
    public enum Length: String, Hashable, Sendable, CaseIterable { case week, month }
    /// Whether each bar of a chart is about the whole clinic, or about one doctor or service.
    public enum Split: String, Hashable, Sendable, CaseIterable { case none, doctor, service }

    /// A query for a period's appointments, except those entered in error: day, status, doctor, service, length and
    /// wait. One appointment of a group visit has the length of the visit, and its other appointments have 0.
    static func visits(_ clinic: UUIDBytes, _ period: KPIPeriod) -> Statement {
        """
        SELECT a.date AS day, a.status, a.doctor_id, (a.document ->> 'service_id')::uuid AS service_id,
            a.document ->> 'doctor_name' AS doctor_name, a.document ->> 'service_name' AS service_name,
            CASE WHEN \(GroupMinutes.counts) THEN extract(epoch FROM a.ends_at - a.starts_at)::bigint / 60 ELSE 0
                END AS minutes,
            extract(epoch FROM
                coalesce(a.document -> 'times' ->> 'seated_at', a.document -> 'times' ->> 'started_at')::timestamptz
                - (a.document -> 'times' ->> 'arrived_at')::timestamptz) / 60 AS wait
        FROM appointment AS a
        WHERE a.clinic_id = \(clinic) AND a.date BETWEEN \(period.from) AND \(period.to)
            AND a.status <> 'entered_in_error'
        """
    }

    static func query(
        _ clinic: UUIDBytes, _ period: KPIPeriod, by length: Length, _ split: Split, zone: ClinicZone, currency: String
    ) -> DocumentQuery {
        // The first days of the weeks or months of the chart's period, and the instants at which they begin in the
        // clinic's time zone.
        let starts = period.days.map { length.start(of: $0) }.reduce(into: [CivilDate]()) { starts, start in
            if starts.last != start { starts.append(start) }
        }
        let begins = starts.map { zone.bounds(of: $0).lowerBound }
        let (id, name): (Statement, Statement) =
            switch split {
            case .none: ("NULL::uuid", "NULL::text")
            case .doctor: ("doctor_id", "doctor_name")
            case .service: ("service_id", "service_name")
            }
        // An invoice without an appointment belongs to no doctor and to no service.
        let isCounted: Statement = split == .none ? "true" : "doctor_id IS NOT NULL"
        return DocumentQuery(
            """
            WITH bar AS (
                SELECT period, since, lead(since, 1, 'infinity'::timestamptz) OVER (ORDER BY since) AS until
                FROM unnest(\(starts), \(begins)) AS bar (period, since)
            ),
            visit AS (\(visits(clinic, period))),
            v AS (
                SELECT date_trunc(\(length.rawValue), day::timestamp)::date AS period, \(id) AS id, max(\(name)) AS name,
                    count(*) FILTER (WHERE status <> 'cancelled') AS appointments,
                    count(*) FILTER (WHERE status IN ('ready_for_checkout', 'completed')) AS completed,
                    count(*) FILTER (WHERE status = 'cancelled') AS cancelled,
                    count(*) FILTER (WHERE status = 'no_show') AS no_shows,
                    coalesce(sum(minutes) FILTER (WHERE status NOT IN ('cancelled', 'no_show')), 0)::bigint AS minutes,
                    round(avg(wait)) AS wait
                FROM visit GROUP BY 1, 2
            ),
            invoiced AS (
                SELECT bar.period, l.production, a.doctor_id, (a.document ->> 'service_id')::uuid AS service_id,
                    a.document ->> 'doctor_name' AS doctor_name, a.document ->> 'service_name' AS service_name
                FROM (\(LedgerSums.production(clinic, in: period.bounds(in: zone)))) AS l
                    JOIN bar ON l.happened_at >= bar.since AND l.happened_at < bar.until
                    LEFT JOIN appointment AS a ON a.clinic_id = \(clinic) AND a.appointment_id = l.appointment_id
            ),
            m AS (
                SELECT period, \(id) AS id, max(\(name)) AS name, sum(production)::bigint AS production
                FROM invoiced WHERE \(isCounted) GROUP BY 1, 2
            )
            SELECT json_strip_nulls(json_build_object(
                'period', coalesce(v.period, m.period), 'split_id', coalesce(v.id, m.id),
                'name', coalesce(v.name, m.name), 'appointments', coalesce(v.appointments, 0),
                'completed', coalesce(v.completed, 0), 'cancelled', coalesce(v.cancelled, 0),
                'no_shows', coalesce(v.no_shows, 0), 'booked_minutes', coalesce(v.minutes, 0),
                'average_wait_minutes', v.wait,
                'production', json_build_object('amount', coalesce(m.production, 0), 'currency', \(currency))))
            FROM v FULL JOIN m ON m.period = v.period
                AND coalesce(m.id, \(Principal.noClinic)) = coalesce(v.id, \(Principal.noClinic))
            ORDER BY coalesce(v.period, m.period), coalesce(v.name, m.name), coalesce(v.id, m.id)
            LIMIT \(limit)
            """, shape: .page(limit: limit, cursorColumns: 0), shows: .nobodys,
            asyncProjections: LedgerSums.models)
    }

    /// The maximum number of bars in an answer with a chart. More bars are left out.
    static let limit = 5_000

    /// The query for the bars of the dashboard's chart over a period. If `from` or `to` is `nil`, it gets the default
    /// value of `KPIPeriod`.
    public static func query(
        _ clinic: UUIDBytes, from: CivilDate?, to: CivilDate?, by length: Length, _ split: Split
    ) -> @Sendable (inout DecisionModel<ClinicEvent>, Instant) throws(Problem) -> DocumentQuery {
        { model, now throws(Problem) in
            let basics = model[.basics]
            let period = try KPIPeriod(from: from, to: to, today: basics.zone.date(of: now))
            return query(clinic, period, by: length, split, zone: basics.zone, currency: basics.currency.code)
        }
    }
}

extension KPIBars.Length {
    /// The first day of the week (Monday) or month of a date.
    func start(of date: CivilDate) -> CivilDate {
        switch self {
        case .week: date.adding(days: 1 - date.weekday)
        case .month: date.adding(days: 1 - date.day)
        }
    }
}

extension Input where Value == KPIBars.Length {
    /// The length of the time that one bar of a chart shows: a week or a month.
    public static var kpiLength: Input {
        .query("by", .stringEnum.described("Bars of weeks from Monday on, or of months."), default: .week)
    }
}

extension Input where Value == KPIBars.Split {
    /// The division of a chart's bars by doctor or by service.
    public static var kpiSplit: Input {
        .query(
            "split", .stringEnum.described("One bar for the whole clinic, or one for each doctor or service."),
            default: KPIBars.Split.none)
    }
}

extension DashboardAPI {
    static let listKPIBars = Endpoint<ClinicAction>(
        .get, "/api/v1/admin/kpis/bars", id: "listKPIBars", summary: "List the figures of weeks or months",
        details: """
            For bar charts. A week or month at an end of the period has only the days that are in the period. Weeks and months \
            without appointments and without production are left out, as are doctors and services without both in a week or \
            month. At most the first \(KPIBars.limit) bars, by time, are shown.
            """,
        tag: "Dashboard", for: AdminOnly.self, takes: .kpiFrom, .kpiTo, .kpiLength, .kpiSplit,
        answers: [.page(of: KPIBar.codec, "The bars, as one page")], caching: .privateETag(maxAge: 0)
    ) { caller, from, to, length, split in
        .query(KPIBars.query(caller.clinic, from: from, to: to, by: length, split))
    }
}
