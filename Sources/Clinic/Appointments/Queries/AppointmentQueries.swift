import Endpoints
import EventSourcing
import Identifiers
import SQL

/// SQL that several lists of appointments share.
enum AppointmentQueries {
    /// The maximum number of appointments in a list of one day, which is more than any clinic has.
    static let dayLimit = 1000

    /// A query for a day's appointments that satisfy `filter`, sorted by time, each with its patient's card (name,
    /// birth date, phone) and, if `withAlerts`, the patient's alerts.
    static func day(
        _ clinic: UUIDBytes, _ date: CivilDate, where filter: Statement, since: String? = nil, withAlerts: Bool = false
    ) -> DocumentQuery {
        let alerts: Statement = withAlerts ? "\(PatientAlert.list)," : ""
        let select: @Sendable (Statement) -> Statement = { more in
            """
            SELECT a.document, p.card, \(alerts) \(isClosed), a.patient_id
            FROM appointment AS a LEFT JOIN patient AS p USING (clinic_id, patient_id)
            WHERE a.clinic_id = \(clinic) AND a.date = \(date) AND \(filter) \(more)
            ORDER BY a.starts_at, a.appointment_id LIMIT \(dayLimit)
            """
        }
        return DocumentQuery(
            select(""), members: withAlerts ? ["appointment", "patient", "alerts"] : ["appointment", "patient"],
            shape: .page(limit: dayLimit, cursorColumns: 0), shows: .inLastColumn, view: .day(date),
            outdated: .closedAppointment(markedIn: withAlerts ? 3 : 2),
            followed: FollowedList(.day(date), since: since, limit: dayLimit, select))
    }

    /// The SQL condition that the record of the patient `p` of an appointment is restricted.
    static let isClosed: Statement = "(p.restricted_document IS NOT NULL)"

    /// The SQL condition for appointments in which a member of staff treats, as the doctor or as the hygienist.
    static func treated(by member: ID<StaffMember>) -> Statement {
        "(a.doctor_id = \(member) OR a.hygienist_id = \(member))"
    }

    static func upcoming(at now: Instant) -> Statement {
        "a.ends_at > \(now) AND a.status NOT IN ('completed', 'cancelled', 'no_show', 'entered_in_error')"
    }

    /// The condition for appointments whose stored rendering for the patient may be wrong in `can_cancel`: the deadline
    /// has passed since the rendering was written, or the appointment is a request, to which an earlier release applied
    /// the deadline too. See `DocumentQuery.Outdated.cancellation`.
    static func mayBeOutdated(at now: Instant) -> Statement {
        let ahead = AppointmentStatus.allCases.filter { $0.isAhead && $0 != .requested }.map(\.rawValue)
        return "(a.status = 'requested' OR a.cancel_before <= \(now) AND a.status = ANY (\(ahead)::text[]))"
    }

    /// The condition for the appointments that follow the last one of the previous page; empty for the first page.
    static func position(_ page: Page, _ sign: Statement, day: Bool = false) -> Statement {
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
    /// The form of an appointment's start in a cursor: seconds since 1970, in the years 1 to 9999.
    static let second = CursorKey {
        Int64($0).map { Instant(secondsSince1970: $0).secondsSince1970 == $0 } == true
    }
}
