public import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The endpoints for booking and moving appointments, by patients for themselves and by the staff for any patient.
public enum AppointmentsAPI {
    public static let endpoints = booking + AppointmentStepsAPI.endpoints + AppointmentReadingAPI.endpoints

    static let tag = "Appointments"

    private static let booking: [Endpoint<ClinicAction>] = [
        Endpoint(
            .post, "/api/v1/appointments", id: "bookAppointment", summary: "Book an appointment",
            details: """
                If the time is not free, the answer is a 409 that names the reason and free times near it. If the \
                clinic approves bookings of patients, the appointment is `requested` first.
                """,
            tag: tag, for: Anyone.self, takes: .body(BookingBody.codec),
            answers: [.created(AppointmentDocument.eitherSchema, "The new appointment")],
            problems: Problem.Kind.placing, idempotency: .accepted
        ) { caller, body throws(Problem) in
            let patient = try Booker(caller.principal).patient(named: body.patient)
            try Booker(caller.principal).names(chair: body.chair)
            return .creation { newID in
                let id: ID<Appointment> = newID()
                return ClinicCommand(
                    BookAppointment(
                        id, patient: patient, service: body.service, doctor: body.doctor, chair: body.chair,
                        start: body.start, reason: body.reason, by: Booker(caller.principal).side),
                    answer: .appointment(id, for: caller.principal, location: "/api/v1/appointments/\(id)"))
            }
        },
        Endpoint(
            .post, "/api/v1/appointments/{appointment_id}/reschedule", id: "rescheduleAppointment",
            summary: "Reschedule an appointment",
            details: "Changes time, doctor and chair in one step. Patients may do this until `cancel_deadline`.",
            tag: tag, for: Anyone.self,
            takes: .path("appointment_id", .appointmentID), .body(ReschedulingBody.codec),
            answers: [.ok(AppointmentDocument.eitherSchema, "The appointment as it is now")],
            problems: Problem.Kind.placing + [.wrongStatus, .deadlinePassed, .notFound],
            idempotency: .accepted
        ) { caller, id, body throws(Problem) in
            try Booker(caller.principal).names(chair: body.chair)
            return .command(
                ClinicCommand(
                    RescheduleAppointment(
                        Booker(caller.principal).target(id), start: body.start, doctor: body.doctor,
                        chair: body.chair, reason: body.reason),
                    answer: .appointment(id, for: caller.principal)))
        },
        Endpoint(
            .post, "/api/v1/appointments/{appointment_id}/cancel", id: "cancelAppointment",
            summary: "Cancel an appointment",
            details: "Frees the time. Patients may do this until `cancel_deadline`; the staff must give a reason.",
            tag: tag, for: Anyone.self, takes: .path("appointment_id", .appointmentID),
            .optionalBody(CancellationBody.codec),
            answers: [.ok(AppointmentDocument.eitherSchema, "The appointment as it is now")],
            problems: [.wrongStatus, .deadlinePassed, .notFound], idempotency: .accepted
        ) { caller, id, body throws(Problem) in
            .command(
                ClinicCommand(
                    CancelAppointment(Booker(caller.principal).target(id), reason: body?.reason),
                    answer: .appointment(id, for: caller.principal)))
        },
    ]
}

/// The side on which a caller books.
struct Booker {
    private let principal: Principal

    init(_ principal: Principal) { self.principal = principal }

    private var own: ID<Patient>? { principal.role == .patient ? ID(principal.subject) : nil }
    var side: BookingSide { own == nil ? .staff : .patient }

    /// The patient to book for: patients book for themselves, and staff must name the patient.
    func patient(named patient: ID<Patient>?) throws(Problem) -> ID<Patient> {
        if let own {
            guard patient == nil || patient == own else { throw Problem(.forbidden) }
            return own
        }
        guard let patient else {
            throw .malformed(body: "/patient_id", code: "missing", detail: "must be there")
        }
        return patient
    }

    /// Refuses a chair named by a patient: only the clinic chooses the chair.
    func names(chair: ID<Chair>?) throws(Problem) {
        guard own == nil || chair == nil else {
            throw .malformed(body: "/chair_id", code: "not_allowed", detail: "only the staff chooses chairs")
        }
    }

    func target(_ id: ID<Appointment>) -> AppointmentTarget { AppointmentTarget(id, for: own) }
}

extension DocumentAnswer {
    static func appointment(
        _ id: ID<Appointment>, for principal: Principal, location: String? = nil
    ) -> DocumentAnswer {
        let column = principal.role == .patient ? Identifier("patient_document") : nil
        return DocumentAnswer(Appointments.self, DocumentKey(id), column: column, location: location)
    }
}
