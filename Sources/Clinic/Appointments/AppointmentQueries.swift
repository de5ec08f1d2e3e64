import Endpoints
import EventSourcing
import Identifiers
import SQL

enum AppointmentQueries {
    /// The maximum number of appointments in a list of one day; a clinic has fewer.
    private static let dayLimit = 1000

    /// The document of one appointment.
    ///
    /// - Parameter viewer: the patient who reads; `nil` for staff.
    static func detail(_ clinic: UUIDBytes, _ id: ID<Appointment>, for viewer: Viewer?, at now: Instant)
        -> DocumentQuery
    {
        guard let viewer else {
            return DocumentQuery(
                "SELECT document, patient_id FROM appointment WHERE clinic_id = \(clinic) AND appointment_id = \(id)",
                shape: .one, shows: .inLastColumn)
        }
        return DocumentQuery(
            """
            SELECT patient_appointment(patient_document, cancel_before, \(now)), patient_id FROM appointment
            WHERE clinic_id = \(clinic) AND appointment_id = \(id) AND \(viewer.maySee("patient_id"))
            """, shape: .one, shows: .inLastColumn)
    }

    /// The reception's queue: a day's arriving, waiting and leaving patients, by time.
    static func queue(_ clinic: UUIDBytes, on date: CivilDate) -> DocumentQuery {
        day(clinic, date, "status NOT IN ('cancelled', 'entered_in_error')")
    }

    static func schedule(_ clinic: UUIDBytes, of doctor: UUIDBytes, on date: CivilDate) -> DocumentQuery {
        day(clinic, date, "doctor_id = \(doctor) AND status NOT IN ('cancelled', 'entered_in_error')")
    }

    private static func day(_ clinic: UUIDBytes, _ date: CivilDate, _ filter: Statement) -> DocumentQuery {
        DocumentQuery(
            """
            SELECT a.document, p.card, a.patient_id
            FROM appointment AS a LEFT JOIN patient AS p USING (clinic_id, patient_id)
            WHERE a.clinic_id = \(clinic) AND a.date = \(date) AND \(filter)
            ORDER BY a.starts_at, a.appointment_id LIMIT \(dayLimit)
            """,
            members: ["appointment", "patient"], shape: .page(limit: dayLimit, cursorColumns: 0), shows: .inLastColumn,
            view: .day(date))
    }

    struct Filter: Sendable {
        let from: CivilDate
        let to: CivilDate
        let doctor: ID<StaffMember>?
        let patient: ID<Patient>?
        let statuses: [AppointmentStatus]
    }

    static func list(_ clinic: UUIDBytes, _ filter: Filter, _ page: Page) -> DocumentQuery {
        let doctor: Statement = filter.doctor.map { "AND a.doctor_id = \($0)" as Statement } ?? ""
        let patient: Statement = filter.patient.map { "AND a.patient_id = \($0)" as Statement } ?? ""
        let status: Statement =
            filter.statuses.isEmpty
            ? "AND a.status <> 'entered_in_error'" : "AND a.status = ANY(\(filter.statuses.map(\.rawValue))::text[])"
        let after: Statement = position(page, ">", day: true)
        return DocumentQuery(
            """
            SELECT a.document, p.card, a.date::text, extract(epoch FROM a.starts_at)::bigint::text,
                a.appointment_id::text, a.patient_id
            FROM appointment AS a LEFT JOIN patient AS p USING (clinic_id, patient_id)
            WHERE a.clinic_id = \(clinic) AND a.date BETWEEN \(filter.from) AND \(filter.to)
                \(doctor) \(patient) \(status) \(after)
            ORDER BY a.date, a.starts_at, a.appointment_id LIMIT \(page.limit + 1)
            """,
            members: ["appointment", "patient"], shape: .page(limit: page.limit, cursorColumns: 3), shows: .inLastColumn
        )
    }

    enum When: String, Hashable, Sendable, CaseIterable { case upcoming, past }

    /// A patient's appointments: future ones, the next first; or past ones, the latest first.
    static func own(
        _ patient: ID<Patient>, for viewer: Viewer, _ when: When, _ page: Page, at now: Instant
    ) -> DocumentQuery {
        let (which, order, after): (Statement, Statement, Statement) =
            switch when {
            case .upcoming: (upcoming(at: now), "a.starts_at, a.appointment_id", position(page, ">"))
            case .past:
                (
                    "NOT (\(upcoming(at: now))) AND a.status <> 'entered_in_error'",
                    "a.starts_at DESC, a.appointment_id DESC", position(page, "<")
                )
            }
        return DocumentQuery(
            """
            SELECT patient_appointment(a.patient_document, a.cancel_before, \(now)),
                extract(epoch FROM a.starts_at)::bigint::text, a.appointment_id::text
            FROM appointment AS a
            WHERE a.clinic_id = \(viewer.clinic) AND a.patient_id = \(patient) AND \(viewer.maySee(patient))
                AND \(which) \(after)
            ORDER BY \(order) LIMIT \(page.limit + 1)
            """, shape: .page(limit: page.limit, cursorColumns: 2), shows: .only(patient))
    }

    static func home(_ patient: ID<Patient>, for viewer: Viewer, at now: Instant) -> DocumentQuery {
        DocumentQuery(
            """
            WITH upcoming AS (
                SELECT patient_document, cancel_before, starts_at FROM appointment AS a
                WHERE a.clinic_id = \(viewer.clinic) AND a.patient_id = \(patient)
                    AND \(viewer.maySee(patient)) AND \(upcoming(at: now))
            )
            SELECT
                (SELECT patient_appointment(patient_document, cancel_before, \(now))
                    FROM upcoming ORDER BY starts_at LIMIT 1),
                (SELECT count(*)::text FROM upcoming),
                (SELECT \(patient) WHERE \(viewer.maySee(patient)))
            """, members: ["next_appointment", "upcoming_count"], shape: .one, shows: .inLastColumn)
    }

    private static func upcoming(at now: Instant) -> Statement {
        "a.ends_at > \(now) AND a.status NOT IN ('completed', 'cancelled', 'no_show', 'entered_in_error')"
    }

    /// The condition for the rows after the last row of the previous page.
    private static func position(_ page: Page, _ sign: Statement, day: Bool = false) -> Statement {
        guard var values = page.after?.values[...], let id = values.popLast().flatMap({ UUIDBytes($0) }),
            let second = values.popLast().flatMap({ Int64($0) })
        else { return "" }
        let start = Instant(secondsSince1970: second)
        guard day, let date = values.popLast().flatMap({ CivilDate(iso8601: $0) }) else {
            return "AND (a.starts_at, a.appointment_id) \(sign) (\(start), \(id))"
        }
        return "AND (a.date, a.starts_at, a.appointment_id) \(sign) (\(date), \(start), \(id))"
    }
}

extension CursorKey {
    static let date = CursorKey { CivilDate(iso8601: $0) != nil }
    /// The cursor's time in seconds since 1970, within the range of a PostgreSQL timestamp.
    static let second = CursorKey {
        Int64($0).map { Instant(secondsSince1970: $0).secondsSince1970 == $0 } == true
    }
}
