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
        let patient: ID<Patient>?
        let statuses: [AppointmentStatus]
    }

    static func query(_ clinic: UUIDBytes, _ filter: Filter, _ page: Page) -> DocumentQuery {
        let doctor: Statement = filter.doctor.map { "AND \(AppointmentQueries.treated(by: $0))" as Statement } ?? ""
        let patient: Statement = PersonRecords.filter("a.patient_id", of: filter.patient, in: clinic)
        let status: Statement =
            filter.statuses.isEmpty
            ? "AND a.status <> 'entered_in_error'" : "AND a.status = ANY(\(filter.statuses.map(\.rawValue))::text[])"
        let after: Statement = AppointmentQueries.position(page, ">", day: true)
        return DocumentQuery(
            """
            SELECT a.document, p.card, \(AppointmentQueries.isClosed), a.date::text, extract(epoch FROM a.starts_at)::bigint::text,
                a.appointment_id::text, a.patient_id
            FROM appointment AS a LEFT JOIN patient AS p USING (clinic_id, patient_id)
            WHERE a.clinic_id = \(clinic) AND a.date BETWEEN \(filter.from) AND \(filter.to)
                \(doctor) \(patient) \(status) \(after)
            ORDER BY a.date, a.starts_at, a.appointment_id LIMIT \(page.limit + 1)
            """,
            members: ["appointment", "patient"], shape: .page(limit: page.limit, cursorColumns: 3),
            shows: .inLastColumn, outdated: .closedAppointment(markedIn: 2))
    }
}

extension AppointmentsAPI {
    static let listAppointments = Endpoint<ClinicAction>(
        .get, "/api/v1/appointments", id: "listAppointments", summary: "List appointments by day and time",
        details: """
            Either on one `date`, or `from` one day `to` another (both inclusive); from today on if none is \
            given.
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
        .optionalQuery("patient_id", Codec<ID<Patient>>.id().described("Only appointments of this patient.")),
        .queryList(
            "status",
            AppointmentStatus.codec.described(
                "Only appointments with one of these statuses; absent: with any but `entered_in_error`.")),
        .page(key: [.date, .second, .uuid]),
        answers: [.page(of: ScheduledAppointment.codec, "A page of appointments with their patients")]
    ) { caller, date, from, to, doctor, patient, statuses, page throws(Problem) in
        guard date == nil || (from == nil && to == nil) else {
            throw .malformed(query: "date", code: "not_allowed", detail: "either date, or from and to")
        }
        return .query { model, now throws(Problem) in
            let today = model[.basics].zone.date(of: now)
            let first = date ?? from ?? (to == nil ? today : .first)
            let filter = AppointmentList.Filter(
                from: first, to: date ?? to ?? .last, doctor: doctor, patient: patient, statuses: statuses)
            return AppointmentList.query(caller.clinic, filter, page)
        }
    }
}

extension CivilDate {
    /// The date 0001-01-01, which is before every date in a clinic's data.
    fileprivate static let first = CivilDate(daysSince1970: -719_162)
    fileprivate static let last = CivilDate(daysSince1970: 2_932_896)
}
