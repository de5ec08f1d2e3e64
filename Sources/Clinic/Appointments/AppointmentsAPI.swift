public import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// Booking and moving, by patients for themselves and by the staff for any patient.
public enum AppointmentsAPI {
    public static let endpoints = booking + AppointmentStepsAPI.endpoints + AppointmentReadingAPI.endpoints

    static let tag = "Appointments"

    private static let booking: [Endpoint<ClinicAction>] = [
        Endpoint(
            .post, "/api/v1/appointments", id: "bookAppointment", summary: "Book a time",
            details: "A time that cannot be had is refused with the reason and with what is free instead (O9).",
            tag: tag, for: Anyone.self, takes: .body(BookingBody.codec),
            answers: [.made(AppointmentDocument.eitherSchema)], problems: Problem.Kind.placing, idempotency: .accepted
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
            summary: "Move to another time, doctor or chair in one step",
            details: "Patients while there is more than the agreed notice to go (O15).", tag: tag, for: Anyone.self,
            takes: .path("appointment_id", .id()), .body(ReschedulingBody.codec),
            answers: [.ok(AppointmentDocument.eitherSchema)],
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
            .post, "/api/v1/appointments/{appointment_id}/cancel", id: "cancelAppointment", summary: "Cancel",
            details: "Patients while there is more than the agreed notice to go (O15); the staff with a reason.",
            tag: tag, for: Anyone.self, takes: .path("appointment_id", .id()),
            .optionalBody(CancellationBody.codec), answers: [.ok(AppointmentDocument.eitherSchema)],
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

    /// Patients book for themselves; staff name the patient.
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

    /// Only the clinic chooses the chair.
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

extension Answer {
    /// 201 with a `Location`.
    static func made(_ schema: Schema) -> Answer {
        Answer(201, "Made", .json(schema)).field("Location", Schema(.string), "Where it is")
    }
}
