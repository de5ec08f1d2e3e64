import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The staff's list of appointments over some days.
enum AppointmentList {
    struct Filter: Sendable {
        let from: CivilDate
        let to: CivilDate
        let doctor: ID<StaffMember>?
        let chair: ID<Chair>?
        let patient: ID<Patient>?
        let statuses: [AppointmentStatus]

        /// The days of the list that a client can follow: the filter's days, at most `followedDays` of them.
        var followed: ClosedRange<CivilDate> {
            if from > .first { return from...max(from, min(to, from.adding(days: followedDays - 1))) }
            return to.adding(days: 1 - followedDays)...to
        }
    }

    /// The maximum number of days of a list that a client follows.
    static let followedDays = 62
    /// The maximum number of appointments in an answer to a client that follows the list.
    static let followedLimit = 2_000

    static func query(_ clinic: UUIDBytes, _ filter: Filter, _ page: Page, since: String?) -> DocumentQuery {
        let doctor: Statement = filter.doctor.map { "AND \(AppointmentQueries.treated(by: $0))" as Statement } ?? ""
        let chair: Statement = filter.chair.map { "AND a.chair_id = \($0)" as Statement } ?? ""
        let patient: Statement = PersonRecords.filter("a.patient_id", of: filter.patient, in: clinic)
        let status: Statement =
            filter.statuses.isEmpty
            ? "AND a.status <> 'entered_in_error'" : "AND a.status = ANY(\(filter.statuses.map(\.rawValue))::text[])"
        let after: Statement = AppointmentQueries.position(page, ">", day: true)
        let select: @Sendable (CivilDate, CivilDate, Statement, Int) -> Statement = { from, to, more, limit in
            """
            SELECT a.document, p.card, \(AppointmentQueries.isClosed), a.date::text, extract(epoch FROM a.starts_at)::bigint::text,
                a.appointment_id::text, a.patient_id
            FROM appointment AS a LEFT JOIN patient AS p USING (clinic_id, patient_id)
            WHERE a.clinic_id = \(clinic) AND a.date BETWEEN \(from) AND \(to)
                \(doctor) \(chair) \(patient) \(status) \(more)
            ORDER BY a.date, a.starts_at, a.appointment_id LIMIT \(limit)
            """
        }
        let days = filter.followed
        return DocumentQuery(
            select(filter.from, filter.to, after, page.limit + 1),
            members: ["appointment", "patient"], shape: .page(limit: page.limit, cursorColumns: 3),
            shows: .inLastColumn, outdated: .closedAppointment(markedIn: 2),
            followed: FollowedList(.days(days), since: since, limit: followedLimit) {
                select(days.lowerBound, days.upperBound, $0, followedLimit)
            })
    }
}

extension AppointmentsAPI {
    static let listAppointments = Endpoint<ClinicAction>(
        .get, "/api/v1/appointments", id: "listAppointments", summary: "List appointments by day and time",
        details: """
            Either on one `date`, or `from` one day `to` another (both inclusive); from today on if none is \
            given. \(FollowedList.text) The pages do not limit what a follower gets: its first answer has all appointments \
            of the first \(AppointmentList.followedDays) days, at most \(AppointmentList.followedLimit).
            """,
        tag: tag, for: Staff.self,
        takes: .optionalQuery(
            "date",
            .date.described("Only appointments on this day, by the clinic's calendar; not with `from` or `to`.")),
        .optionalQuery(
            "from", .date.described("Only appointments on this day or later, by the clinic's calendar.")),
        .optionalQuery(
            "to", .date.described("Only appointments on this day or earlier, by the clinic's calendar.")),
        .optionalQuery(
            "doctor_id", Codec<ID<StaffMember>>.id().described("Only appointments with this doctor.")),
        .optionalQuery("chair_id", Codec<ID<Chair>>.id().described("Only appointments in this chair.")),
        .optionalQuery("patient_id", Codec<ID<Patient>>.id().described("Only appointments of this patient.")),
        .queryList(
            "status",
            AppointmentStatus.codec.described(
                "Only appointments with one of these statuses; absent: with any but `entered_in_error`.")),
        .since, .page(key: [.date, .second, .uuid]),
        answers: [
            .followed(of: ScheduledAppointment.codec, "A page of appointments with their patients, or what changed")
        ]
    ) { caller, date, from, to, doctor, chair, patient, statuses, since, page throws(Problem) in
        guard date == nil || (from == nil && to == nil) else {
            throw .malformed(query: "date", code: "not_allowed", detail: "either date, or from and to")
        }
        return .query { model, now throws(Problem) in
            let today = model[.basics].zone.date(of: now)
            let first = date ?? from ?? (to == nil ? today : .first)
            let filter = AppointmentList.Filter(
                from: first, to: date ?? to ?? .last, doctor: doctor, chair: chair, patient: patient,
                statuses: statuses)
            return AppointmentList.query(caller.clinic, filter, page, since: since)
        }
    }
}

extension CivilDate {
    /// The date 0001-01-01, which is before every date in a clinic's data.
    fileprivate static let first = CivilDate(daysSince1970: -719_162)
    fileprivate static let last = CivilDate(daysSince1970: 2_932_896)
}
