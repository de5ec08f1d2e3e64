public import Endpoints
public import EventSourcing
public import Identifiers
import JSON
import SQL

/// The hours and the production of a doctor in a period.
public struct PayrollLine: Sendable {
    let doctor: ID<StaffMember>
    let name: String
    let workingMinutes, bookedMinutes, treatedMinutes, completed: Int64
    let production: Money

    static let codec = object(
        PayrollLine.init(doctor:name:workingMinutes:bookedMinutes:treatedMinutes:completed:production:),
        field("doctor_id", \.doctor, .doctorID),
        field("name", \.name, .string(max: 200).described("The doctor's name.")),
        field(
            "working_minutes", \.workingMinutes,
            .int64.described(
                """
                The minutes of the doctor's present working hours in the period, without time off and closures; 0 for those \
                who do not work as doctors now.
                """)),
        field(
            "booked_minutes", \.bookedMinutes,
            .int64.described(
                """
                The minutes in which the doctor is to treat in appointments that were not cancelled or missed, as the \
                doctor or as the hygienist. The minutes of a group visit count once.
                """)),
        field(
            "treated_minutes", \.treatedMinutes,
            .int64.described(
                """
                The minutes from the beginning to the end of each treatment, if both were recorded. For a group visit, \
                from the first beginning to the last end of its patients' treatments.
                """)),
        field("completed", \.completed, .int64.described("Appointments whose treatment is over.")),
        field(
            "production", \.production,
            Money.codec.described(
                """
                The totals of all invoices for the doctor's appointments that were issued in the period, with tax, less those \
                that were voided in the period.
                """))
    ).described("The hours and the production of a doctor.").named("PayrollLine")

    /// The columns of the payroll's CSV file, in order.
    public static let columns = [
        "doctor_id", "name", "working_minutes", "booked_minutes", "treated_minutes", "completed", "production.amount",
        "production.currency",
    ]

    /// The query for the payroll of a period. If `from` or `to` is `nil`, it gets the default value of `KPIPeriod`.
    public static func query(
        _ clinic: UUIDBytes, from: CivilDate?, to: CivilDate?
    ) -> @Sendable (inout DecisionModel<ClinicEvent>, Instant) throws(Problem) -> DocumentQuery {
        { model, now throws(Problem) in
            let settings = model[.settings]
            let period = try KPIPeriod(from: from, to: to, today: settings.zone.date(of: now))
            // The payroll includes staff who have left or are no longer doctors, since they may have appointments in
            // the period.
            let staff = settings.staff.all
            let frames = period.days.map { DayFrame($0, in: settings.zone) }
            let minutes = staff.map { member -> Int64 in
                guard let doctor = settings.doctor(member.id) else { return 0 }
                return Int64(
                    frames.reduce(0) { $0 + settings.workingTime(of: doctor, on: $1).count } * DayFrame.atomMinutes)
            }
            return query(
                clinic, period, staff.map(\.id), staff.map(\.details.name), minutes, zone: settings.zone,
                currency: settings.currency.code)
        }
    }

    private static func query(
        _ clinic: UUIDBytes, _ period: KPIPeriod, _ doctors: [ID<StaffMember>], _ names: [String], _ minutes: [Int64],
        zone: ClinicZone, currency: String
    ) -> DocumentQuery {
        DocumentQuery(
            """
            WITH doctor AS (
                SELECT * FROM unnest(\(doctors), \(names), \(minutes)) AS doctor (id, name, working)
            ),
            v AS (
                SELECT who.id,
                    coalesce(sum(coalesce(
                            (SELECT sum(upper(part) - lower(part)) FROM unnest(who.minutes::int4multirange) AS part),
                            extract(epoch FROM a.ends_at - a.starts_at) / 60))
                        FILTER (WHERE a.status NOT IN ('cancelled', 'no_show') AND \(GroupMinutes.counts)), 0)::bigint
                        AS booked,
                    coalesce(sum(\(GroupMinutes.treated))
                        FILTER (WHERE who.is_doctor AND \(GroupMinutes.counts)), 0)::bigint AS treated,
                    count(*) FILTER (WHERE who.is_doctor AND a.status IN ('ready_for_checkout', 'completed')) AS completed
                FROM appointment AS a
                CROSS JOIN LATERAL (VALUES
                    (a.doctor_id, a.doctor_minutes, true), (a.hygienist_id, a.hygienist_minutes, false)
                ) AS who (id, minutes, is_doctor)
                WHERE who.id IS NOT NULL AND a.clinic_id = \(clinic) AND a.date BETWEEN \(period.from) AND \(period.to)
                    AND a.status <> 'entered_in_error'
                GROUP BY 1
            ),
            m AS (
                SELECT a.doctor_id AS id, sum(l.production)::bigint AS production
                FROM (\(LedgerSums.production(clinic, in: period.bounds(in: zone)))) AS l
                    JOIN appointment AS a ON a.clinic_id = \(clinic) AND a.appointment_id = l.appointment_id
                GROUP BY 1
            )
            SELECT json_build_object(
                'doctor_id', doctor.id, 'name', doctor.name, 'working_minutes', doctor.working,
                'booked_minutes', coalesce(v.booked, 0), 'treated_minutes', coalesce(v.treated, 0),
                'completed', coalesce(v.completed, 0),
                'production', json_build_object('amount', coalesce(m.production, 0), 'currency', \(currency)))
            FROM doctor LEFT JOIN v USING (id) LEFT JOIN m USING (id)
            WHERE doctor.working > 0 OR v.id IS NOT NULL OR m.id IS NOT NULL
            ORDER BY doctor.name, doctor.id
            """, shape: .page(limit: 1_000, cursorColumns: 0), shows: .nobodys, asyncProjections: LedgerSums.models)
    }
}

extension DashboardAPI {
    static let listPayroll = Endpoint<ClinicAction>(
        .get, "/api/v1/admin/payroll", id: "listPayroll", summary: "List the doctors' hours and production",
        details: """
            Everybody who has working hours as a doctor now, and everybody with appointments or production in the period, also \
            those who have left since. Working hours are computed from the present hours, special hours, closures and times off.
            """,
        tag: "Dashboard", for: AdminOnly.self, takes: .kpiFrom, .kpiTo,
        answers: [.page(of: PayrollLine.codec, "The doctors, by name, as one page")], caching: .privateETag(maxAge: 0)
    ) { caller, from, to in .query(PayrollLine.query(caller.clinic, from: from, to: to)) }
}
