public import Endpoints
public import EventSourcing
public import Identifiers
import JSON
import SQL

/// The number of patients who were registered in a month.
public struct NewPatients: Sendable {
    let month: CivilDate
    let patients: Int64
    let seen: Int64

    static let codec = object(
        NewPatients.init(month:patients:seen:),
        field("month", \.month, .date.described("The first day of the month.")),
        field(
            "patients", \.patients,
            .int64.described("Patients who were registered in it, without records that were merged into others.")),
        field(
            "seen", \.seen, .int64.described("Those of them whose treatment has begun since, in any month."))
    ).described("The number of patients who were registered in a month.").named("NewPatients")

    /// The columns of the CSV file with the numbers of new patients, in order.
    public static let columns = ["month", "patients", "seen"]

    /// The query for the numbers of new patients by month of a period. If `from` or `to` is `nil`, it gets the default
    /// value of `KPIPeriod`.
    public static func query(
        _ clinic: UUIDBytes, from: CivilDate?, to: CivilDate?
    ) -> @Sendable (inout DecisionModel<ClinicEvent>, Instant) throws(Problem) -> DocumentQuery {
        { model, now throws(Problem) in
            let zone = model[.basics].zone
            let period = try KPIPeriod(from: from, to: to, today: zone.date(of: now))
            let months = period.days.map { KPIBars.Length.month.start(of: $0) }.reduce(into: [CivilDate]()) {
                if $0.last != $1 { $0.append($1) }
            }
            let bounds = period.bounds(in: zone)
            // The parts of the months that lie in the period. Each part begins at a month's first day, or at the
            // period's first day.
            let begins = months.map { max(zone.bounds(of: $0).lowerBound, bounds.lowerBound) }
            let ends = begins.dropFirst() + [bounds.upperBound]
            return DocumentQuery(
                """
                WITH month AS (
                    SELECT * FROM unnest(\(months), \(begins), \(Array(ends))) AS month (first, since, until)
                ), registered AS (
                    SELECT (p.document ->> 'registered_at')::timestamptz AS at,
                        EXISTS (
                            SELECT FROM appointment AS a
                            WHERE a.clinic_id = \(clinic)
                                AND \(PersonRecords.has("a.patient_id", ofPersonWith: "p.patient_id", in: clinic))
                                AND a.status IN ('in_treatment', 'ready_for_checkout', 'completed')) AS is_seen
                    FROM patient AS p
                    WHERE p.clinic_id = \(clinic) AND p.merged_into IS NULL
                        AND (p.document ->> 'registered_at')::timestamptz >= \(bounds.lowerBound)
                        AND (p.document ->> 'registered_at')::timestamptz < \(bounds.upperBound)
                        AND NOT EXISTS (
                            SELECT FROM patient AS same
                            WHERE same.clinic_id = \(clinic) AND same.merged_into = p.patient_id
                                AND (same.document ->> 'registered_at')::timestamptz
                                    < least(\(bounds.lowerBound), (p.document ->> 'registered_at')::timestamptz))
                )
                SELECT json_build_object('month', month.first, 'patients', count(registered.at),
                    'seen', count(*) FILTER (WHERE registered.is_seen))
                FROM month JOIN registered ON registered.at >= month.since AND registered.at < month.until
                GROUP BY month.first ORDER BY month.first
                """, shape: .page(limit: months.count, cursorColumns: 0), shows: .nobodys)
        }
    }
}

extension DashboardAPI {
    static let listNewPatients = Endpoint<ClinicAction>(
        .get, "/api/v1/admin/reports/new-patients", id: "listNewPatients",
        summary: "List the numbers of new patients by month",
        details: """
            Months without new patients are left out. A month at an end of the period has only the days that are in it.
            """,
        tag: "Dashboard", for: AdminOnly.self, takes: .kpiFrom, .kpiTo,
        answers: [.page(of: NewPatients.codec, "The months, as one page")], caching: .privateETag(maxAge: 0)
    ) { caller, from, to in .query(NewPatients.query(caller.clinic, from: from, to: to)) }
}
