public import Endpoints
public import EventSourcing
public import Identifiers
import JSON
import SQL

/// The number of those appointments of a period that have the given status now.
public struct StatusCount: Sendable {
    let status: AppointmentStatus
    let appointments, patients: Int64

    static let codec = object(
        StatusCount.init(status:appointments:patients:),
        field("status", \.status, AppointmentStatus.codec.described("The status.")),
        field("appointments", \.appointments, .int64.described("The number of appointments that have it now.")),
        field("patients", \.patients, .int64.described("The number of patients who have these appointments."))
    ).described("The number of a period's appointments with one status.").named("StatusCount")

    /// The columns of the CSV file with the numbers of appointments by status, in order.
    public static let columns = ["status", "appointments", "patients"]

    /// The query for the numbers of a period's appointments by status, one row for each status. If `from` or `to` is
    /// `nil`, it gets the default value of `KPIPeriod`.
    public static func query(
        _ clinic: UUIDBytes, from: CivilDate?, to: CivilDate?
    ) -> @Sendable (inout DecisionModel<ClinicEvent>, Instant) throws(Problem) -> DocumentQuery {
        { model, now throws(Problem) in
            let period = try KPIPeriod(from: from, to: to, today: model[.basics].zone.date(of: now))
            let statuses = AppointmentStatus.allCases.map(\.rawValue)
            return DocumentQuery(
                """
                SELECT json_build_object('status', wanted.status, 'appointments', count(a.appointment_id),
                    'patients', count(DISTINCT a.patient_id))
                FROM unnest(\(statuses)::text[]) WITH ORDINALITY AS wanted (status, number)
                    LEFT JOIN appointment AS a ON a.clinic_id = \(clinic) AND a.status = wanted.status
                        AND a.date BETWEEN \(period.from) AND \(period.to)
                GROUP BY wanted.status, wanted.number ORDER BY wanted.number
                """, shape: .page(limit: statuses.count, cursorColumns: 0), shows: .nobodys)
        }
    }
}

extension DashboardAPI {
    static let listStatusCounts = Endpoint<ClinicAction>(
        .get, "/api/v1/admin/reports/appointments", id: "listStatusCounts",
        summary: "List the numbers of a period's appointments by status",
        details: "One entry for each status, also for one that no appointment has. No-shows are among them.",
        tag: "Dashboard", for: AdminOnly.self, takes: .kpiFrom, .kpiTo,
        answers: [.page(of: StatusCount.codec, "The statuses, as one page")], caching: .privateETag(maxAge: 0)
    ) { caller, from, to in .query(StatusCount.query(caller.clinic, from: from, to: to)) }
}
