import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The query for one appointment, for the staff or for a patient.
enum AppointmentDetail {
    /// Makes the query for one appointment.
    ///
    /// - Parameters:
    ///   - viewer: the patient who reads the appointment; `nil` for staff.
    ///   - isOpen: whether the reader sees the appointment's texts even if the patient's record is restricted.
    static func query(
        _ clinic: UUIDBytes, _ id: ID<Appointment>, for viewer: Viewer?, isOpen: Bool, at now: Instant
    ) -> DocumentQuery {
        guard let viewer else {
            let isClosed: Statement = isOpen ? "false" : AppointmentQueries.isClosed
            return DocumentQuery(
                """
                SELECT a.document, \(isClosed), a.patient_id
                FROM appointment AS a LEFT JOIN patient AS p USING (clinic_id, patient_id)
                WHERE a.clinic_id = \(clinic) AND a.appointment_id = \(id)
                """, shape: .one, shows: .inLastColumn, outdated: .closedAppointment(markedIn: 1))
        }
        return DocumentQuery(
            """
            SELECT a.patient_document, \(AppointmentQueries.mayBeOutdated(at: now)), a.patient_id
            FROM appointment AS a
            WHERE a.clinic_id = \(clinic) AND a.appointment_id = \(id) AND \(viewer.maySee("a.patient_id"))
            """, shape: .one, shows: .inLastColumn, outdated: .cancellation(markedIn: 1))
    }
}

extension AppointmentsAPI {
    static let getAppointment = Endpoint<ClinicAction>(
        .get, "/api/v1/appointments/{appointment_id}", id: "getAppointment",
        summary: "Show an appointment",
        details:
            """
            Patients see their own appointments and those of their dependants. For them `can_cancel` says \
            whether they may cancel or move it now, until `cancel_deadline`.
            """,
        tag: tag, for: Anyone.self, takes: .path("appointment_id", .appointmentID), .asOf,
        answers: [.ok(AppointmentDocument.eitherSchema, "The appointment")], problems: [.notFound, .restrictedRecord]
    ) { caller, id, time throws(Problem) in
        let reader = caller.role == .patient ? nil : RecordReader(caller.principal)
        let now: PastQuery.Now = { model, now throws(Problem) in
            let patient = reader == nil ? nil : model[.appointment(id)].patient
            let access = patient.flatMap { reader?.access(to: $0, &model, at: now) }
            // An earlier state is folded from events, so its texts cannot be left out by the query.
            if time != nil, access == .refused { throw Problem(.restrictedRecord) }
            return AppointmentDetail.query(
                caller.clinic, id, for: Viewer(ifPatient: caller), isOpen: access == .granted, at: now)
        }
        guard let time else { return .query(now) }
        let column = caller.role == .patient ? StaticName("patient_document") : nil
        return .past(PastQuery(time, now: now, .one(PastDocument(Appointments.self, DocumentKey(id), column: column))))
    }
}
