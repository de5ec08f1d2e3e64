import Endpoints
import EventSourcing
import Identifiers
import JSON

/// The steps of an appointment's day, each for the roles that take it.
enum AppointmentStepsAPI {
    static let endpoints = desk + clinical + corrections

    private typealias Advance = AdvanceAppointment.Step

    private static let desk: [Endpoint<ClinicAction>] = [
        step(
            .approve, "approve", id: "approveAppointment", summary: "Say yes to a patient's request",
            for: FrontDesk.self),
        Endpoint(
            .post, "/api/v1/appointments/{appointment_id}/confirm", id: "confirmAppointment",
            summary: "The patient will come", tag: AppointmentsAPI.tag, for: PatientOrFrontDesk.self,
            takes: .path("appointment_id", .id()), answers: [.ok(AppointmentDocument.eitherSchema)],
            problems: [.wrongStatus, .notFound], idempotency: .accepted
        ) { caller, id throws(Problem) in
            .command(
                ClinicCommand(
                    AdvanceAppointment(.confirm, Booker(caller.principal).target(id)),
                    answer: .appointment(id, for: caller.principal)))
        },
        arrival(.checkIn, "check-in", id: "checkIn", summary: "The patient has arrived and waits", for: FrontDesk.self),
        Endpoint(
            .post, "/api/v1/appointments/{appointment_id}/no-show", id: "markNoShow",
            summary: "The patient has not come", details: "From some minutes after the start on; frees the time.",
            tag: AppointmentsAPI.tag, for: Staff.self, takes: .path("appointment_id", .id()),
            answers: [.ok(AppointmentDocument.codec)],
            problems: [.wrongStatus, .tooSoonForNoShow, .notFound], idempotency: .accepted
        ) { caller, id throws(Problem) in
            .command(
                ClinicCommand(
                    MarkNoShow(AppointmentTarget(id)),
                    answer: .appointment(id, for: caller.principal)))
        },
    ]

    private static let clinical: [Endpoint<ClinicAction>] = [
        step(.seat, "seat", id: "seatPatient", summary: "The patient sits in the chair", for: Staff.self),
        arrival(.start, "start", id: "startTreatment", summary: "The treatment begins (O19)", for: Clinical.self),
        step(
            .finish, "finish", id: "finishTreatment", summary: "The treatment is over and the patient may pay",
            for: Clinical.self),
        step(.complete, "complete", id: "completeAppointment", summary: "All is done (O19)", for: Staff.self),
        Endpoint(
            .post, "/api/v1/appointments/{appointment_id}/note", id: "noteAppointment",
            summary: "A quick note for the staff (O19); the latest stands", tag: AppointmentsAPI.tag,
            for: Clinical.self, takes: .path("appointment_id", .id()), .body(NoteBody.codec),
            answers: [.ok(AppointmentDocument.codec)], problems: [.wrongStatus, .notFound],
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
            summary: "Take the last step back", details: "Admins any step, receptionists a check-in.",
            tag: AppointmentsAPI.tag, for: FrontDesk.self, takes: .path("appointment_id", .id()),
            .body(ReasonBody.codec), answers: [.ok(AppointmentDocument.codec)],
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
            summary: "It should never have been there; frees the time", tag: AppointmentsAPI.tag, for: AdminOnly.self,
            takes: .path("appointment_id", .id()), .body(ReasonBody.codec),
            answers: [.ok(AppointmentDocument.codec)], problems: [.notFound],
            idempotency: .accepted
        ) { caller, id, body throws(Problem) in
            .command(
                ClinicCommand(
                    EnterInError(AppointmentTarget(id), reason: body.reason),
                    answer: .appointment(id, for: caller.principal)))
        },
    ]

    /// A step without further data.
    private static func step<Members: StaffAudience>(
        _ step: Advance, _ path: String, id: String, summary: String, for audience: Members.Type
    ) -> Endpoint<ClinicAction> {
        Endpoint(
            .post, PathTemplate("/api/v1/appointments/{appointment_id}/\(path)"), id: id, summary: summary,
            tag: AppointmentsAPI.tag, for: audience, takes: .path("appointment_id", .id()),
            answers: [.ok(AppointmentDocument.codec)], problems: [.wrongStatus, .notFound],
            idempotency: .accepted
        ) { caller, id throws(Problem) in
            .command(
                ClinicCommand(
                    AdvanceAppointment(step, AppointmentTarget(id)),
                    answer: .appointment(id, for: caller.principal)))
        }
    }

    /// A step which means that the patient is there.
    private static func arrival<Members: StaffAudience>(
        _ step: Advance, _ path: String, id: String, summary: String, for audience: Members.Type
    ) -> Endpoint<ClinicAction> {
        Endpoint(
            .post, PathTemplate("/api/v1/appointments/{appointment_id}/\(path)"), id: id, summary: summary,
            tag: AppointmentsAPI.tag, for: audience, takes: .path("appointment_id", .id()),
            .optionalBody(ArrivalBody.codec), answers: [.ok(AppointmentDocument.codec)],
            problems: [.wrongStatus, .notToday, .notFound], idempotency: .accepted
        ) { caller, id, body throws(Problem) in
            .command(
                ClinicCommand(
                    AdvanceAppointment(step, AppointmentTarget(id), early: body?.early ?? false),
                    answer: .appointment(id, for: caller.principal)))
        }
    }
}
