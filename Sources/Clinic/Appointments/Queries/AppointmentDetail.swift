import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The query for one appointment, for the staff or for a patient.
enum AppointmentDetail {
    /// Makes the query for one appointment.
    ///
    /// - Parameter viewer: the patient who reads the appointment; `nil` for staff.
    static func query(
        _ clinic: UUIDBytes, _ id: ID<Appointment>, for viewer: Viewer?, at now: Instant
    ) -> DocumentQuery {
        guard let viewer else {
            return DocumentQuery(
                "SELECT document, patient_id FROM appointment WHERE clinic_id = \(clinic) AND appointment_id = \(id)",
                shape: .one, shows: .inLastColumn)
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
        answers: [.ok(AppointmentDocument.eitherSchema, "The appointment")], problems: [.notFound]
    ) { caller, id, time throws(Problem) in
        let now: PastQuery.Now = { _, now throws(Problem) in
            AppointmentDetail.query(caller.clinic, id, for: Viewer(ifPatient: caller), at: now)
        }
        guard let time else { return .query(now) }
        let column = caller.role == .patient ? StaticName("patient_document") : nil
        return .past(PastQuery(time, now: now, .one(PastDocument(Appointments.self, DocumentKey(id), column: column))))
    }
}
