import Endpoints
import EventSourcing
import Identifiers
import JSON

/// The endpoints for the steps of an appointment, each for the roles that may take it.
enum AppointmentStepsAPI {
    static let endpoints = desk + clinical + corrections

    private typealias Advance = AdvanceAppointment.Step

    private static let desk: [Endpoint<ClinicAction>] = [
        step(
            .approve, "approve", id: "approveAppointment", summary: "Approve a patient's request",
            details: "The requested appointment becomes a booked one.", for: FrontDesk.self),
        Endpoint(
            .post, "/api/v1/appointments/{appointment_id}/confirm", id: "confirmAppointment",
            summary: "Confirm an appointment",
            details: "Records that the patient will come. Patients confirm their own appointments.",
            tag: AppointmentsAPI.tag, for: PatientOrFrontDesk.self,
            takes: .path("appointment_id", .appointmentID),
            answers: [.ok(AppointmentDocument.eitherSchema, "The appointment as it is now")],
            problems: [.wrongStatus, .notFound], idempotency: .accepted
        ) { caller, id throws(Problem) in
            .command(
                ClinicCommand(
                    AdvanceAppointment(.confirm, Booker(caller.principal).target(id)),
                    answer: .appointment(id, for: caller.principal)))
        },
        arrival(
            .checkIn, "check-in", id: "checkIn", summary: "Check a patient in",
            details: """
                Records that the patient has arrived and waits. If the appointment is on a later day, the answer is a 409, \
                unless `early` is sent.
                """,
            for: FrontDesk.self),
        Endpoint(
            .post, "/api/v1/appointments/{appointment_id}/no-show", id: "markNoShow",
            summary: "Mark a patient as not having come",
            details: "Possible from some minutes after the start (the booking rules say how many). Frees the time.",
            tag: AppointmentsAPI.tag, for: Staff.self, takes: .path("appointment_id", .appointmentID),
            answers: [.ok(AppointmentDocument.codec, "The appointment as it is now")],
            problems: [.wrongStatus, .tooSoonForNoShow, .notFound], idempotency: .accepted
        ) { caller, id throws(Problem) in
            .command(
                ClinicCommand(
                    MarkNoShow(AppointmentTarget(id)),
                    answer: .appointment(id, for: caller.principal)))
        },
    ]

    private static let clinical: [Endpoint<ClinicAction>] = [
        step(
            .seat, "seat", id: "seatPatient", summary: "Seat a patient",
            details: "Records that the patient sits in the chair.", for: Staff.self),
        arrival(
            .start, "start", id: "startTreatment", summary: "Start a treatment",
            details: """
                Records that the treatment begins. If the appointment is on a later day, the answer is a 409, \
                unless `early` is sent.
                """,
            for: Clinical.self),
        step(
            .finish, "finish", id: "finishTreatment", summary: "Finish a treatment",
            details: "Records that the treatment is over. The patient may leave the chair and pay.", for: Clinical.self),
        step(
            .complete, "complete", id: "completeAppointment", summary: "Complete an appointment",
            details: "Records that nothing is left to do for the visit.", for: Staff.self),
        Endpoint(
            .post, "/api/v1/appointments/{appointment_id}/note", id: "noteAppointment",
            summary: "Set an appointment's note", details: "The note is for the staff; it replaces the one before.",
            tag: AppointmentsAPI.tag,
            for: Clinical.self, takes: .path("appointment_id", .appointmentID), .body(NoteBody.codec),
            answers: [.ok(AppointmentDocument.codec, "The appointment as it is now")],
            problems: [.wrongStatus, .notFound],
            idempotency: .accepted
        ) { caller, id, body throws(Problem) in
            .command(
                ClinicCommand(
                    NoteAppointment(AppointmentTarget(id), note: body.note),
                    answer: .appointment(id, for: caller.principal)))
        },
    ]

    private static let corrections: [Endpoint<ClinicAction>] = [
        Endpoint(
            .post, "/api/v1/appointments/{appointment_id}/undo", id: "undoAppointmentStep",
            summary: "Undo the last step of an appointment",
            details: """
                Admins undo any step, receptionists a check-in. If the time has been taken meanwhile, the answer is \
                a 409.
                """,
            tag: AppointmentsAPI.tag, for: FrontDesk.self, takes: .path("appointment_id", .appointmentID),
            .body(ReasonBody.codec), answers: [.ok(AppointmentDocument.codec, "The appointment as it is now")],
            problems: [.nothingToUndo, .undoNotAllowed, .slotTaken, .notFound],
            idempotency: .accepted
        ) { caller, id, body throws(Problem) in
            let right: UndoStep.Right = caller.role == .admin ? .anyStep : .checkIn
            return .command(
                ClinicCommand(
                    UndoStep(AppointmentTarget(id), right: right, reason: body.reason),
                    answer: .appointment(id, for: caller.principal)))
        },
        Endpoint(
            .post, "/api/v1/appointments/{appointment_id}/enter-in-error", id: "enterAppointmentInError",
            summary: "Mark an appointment as entered in error",
            details: "For an appointment that should never have existed. Frees the time.",
            tag: AppointmentsAPI.tag, for: AdminOnly.self,
            takes: .path("appointment_id", .appointmentID), .body(ReasonBody.codec),
            answers: [.ok(AppointmentDocument.codec, "The appointment as it is now")], problems: [.notFound],
            idempotency: .accepted
        ) { caller, id, body throws(Problem) in
            .command(
                ClinicCommand(
                    EnterInError(AppointmentTarget(id), reason: body.reason),
                    answer: .appointment(id, for: caller.principal)))
        },
    ]

    /// An endpoint for a step without further data.
    private static func step<Members: StaffAudience>(
        _ step: Advance, _ path: String, id: String, summary: String, details: String,
        for audience: Members.Type
    ) -> Endpoint<ClinicAction> {
        Endpoint(
            .post, PathTemplate("/api/v1/appointments/{appointment_id}/\(path)"), id: id, summary: summary,
            details: details, tag: AppointmentsAPI.tag, for: audience, takes: .path("appointment_id", .appointmentID),
            answers: [.ok(AppointmentDocument.codec, "The appointment as it is now")],
            problems: [.wrongStatus, .notFound],
            idempotency: .accepted
        ) { caller, id throws(Problem) in
            .command(
                ClinicCommand(
                    AdvanceAppointment(step, AppointmentTarget(id)),
                    answer: .appointment(id, for: caller.principal)))
        }
    }

    /// An endpoint for a step that shows that the patient is present.
    private static func arrival<Members: StaffAudience>(
        _ step: Advance, _ path: String, id: String, summary: String, details: String,
        for audience: Members.Type
    ) -> Endpoint<ClinicAction> {
        Endpoint(
            .post, PathTemplate("/api/v1/appointments/{appointment_id}/\(path)"), id: id, summary: summary,
            details: details, tag: AppointmentsAPI.tag, for: audience, takes: .path("appointment_id", .appointmentID),
            .optionalBody(ArrivalBody.codec), answers: [.ok(AppointmentDocument.codec, "The appointment as it is now")],
            problems: [.wrongStatus, .notToday, .notFound], idempotency: .accepted
        ) { caller, id, body throws(Problem) in
            .command(
                ClinicCommand(
                    AdvanceAppointment(step, AppointmentTarget(id), early: body?.early ?? false),
                    answer: .appointment(id, for: caller.principal)))
        }
    }
}
