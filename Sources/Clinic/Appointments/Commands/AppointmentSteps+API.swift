import Endpoints
import EventSourcing
import Identifiers
import JSON

// The endpoints that take a step of an appointment (`AdvanceAppointment`), and the bodies of their requests.

struct ArrivalBody: Sendable {
    let early: Bool
    let override: OverrideBody?

    static let codec = object(
        ArrivalBody.init(early:override:),
        field("early", \.early, .early, default: false),
        optionalField("override", \.override, OverrideBody.member)
    ).described("How a patient's arrival is recorded.").named("Arrival")
}

struct SeatingBody: Sendable {
    let allowsSecondVisit: Bool

    static let codec = object(
        SeatingBody.init(allowsSecondVisit:),
        field("allow_second_visit", \.allowsSecondVisit, .allowsSecondVisit, default: false)
    ).described("How a patient is seated.").named("Seating")
}

struct TreatmentStartBody: Sendable {
    let early: Bool
    let allowsSecondVisit: Bool

    static let codec = object(
        TreatmentStartBody.init(early:allowsSecondVisit:),
        field("early", \.early, .early, default: false),
        field("allow_second_visit", \.allowsSecondVisit, .allowsSecondVisit, default: false)
    ).described("How a treatment is started.").named("TreatmentStart")
}

extension Codec<Bool> {
    fileprivate static var early: Codec { .bool.described("Do this although the appointment is on a later day.") }
    fileprivate static var allowsSecondVisit: Codec {
        .bool.described("Do this although another visit is under way in the chair or with the doctor.")
    }
}

extension Problem.Kind {
    static let notToday = Problem.Kind(
        "appointment-not-today", 409, "The appointment is on a later day",
        means: "The appointment is on `date`. This protects from checking in the wrong visit.",
        remedy: "If the patient is here early, send the request again with `early` set to `true`.",
        members: [.member("date", .visitDate, example: .example)])
}

extension AppointmentsAPI {
    static let approveAppointment = step(
        .approve, "approve", id: "approveAppointment", summary: "Approve a patient's request",
        details: "The requested appointment becomes a booked one.", for: FrontDesk.self)

    static let confirmAppointment = Endpoint<ClinicAction>(
        .post, "/api/v1/appointments/{appointment_id}/confirm", id: "confirmAppointment",
        summary: "Confirm an appointment",
        details: "Records that the patient will come. Patients confirm their own appointments.",
        tag: tag, for: PatientOrFrontDesk.self, takes: .path("appointment_id", .appointmentID),
        answers: [.ok(AppointmentDocument.eitherSchema, "The appointment as it is now")],
        problems: [.wrongStatus, .notFound], idempotency: .accepted
    ) { caller, id throws(Problem) in
        .command(
            ClinicCommand(
                AdvanceAppointment(.confirm, Booker(caller.principal).target(id)),
                answer: .appointment(id, for: caller.principal)))
    }

    static let checkIn = Endpoint<ClinicAction>(
        .post, "/api/v1/appointments/{appointment_id}/check-in", id: "checkIn", summary: "Check a patient in",
        details: """
            Records that the patient has arrived and waits. If the appointment is on a later day, the answer is a 409, \
            unless `early` is sent. On the appointment's day this is also possible after a cancellation or a no-show: the time \
            is taken again. If it was given to somebody else, the answer is a 409, unless an `override` is sent. Checking in \
            twice keeps the first time of arrival.
            """,
        tag: tag, for: FrontDesk.self, takes: .path("appointment_id", .appointmentID),
        .optionalBody(ArrivalBody.codec), answers: [.ok(AppointmentDocument.codec, "The appointment as it is now")],
        problems: [.wrongStatus, .notToday, .slotTaken, .groupFull, .overrideNotAllowed, .notFound],
        idempotency: .accepted
    ) { caller, id, body throws(Problem) in
        .command(
            ClinicCommand(
                AdvanceAppointment(
                    .checkIn, AppointmentTarget(id), early: body?.early ?? false,
                    override: body?.override?.wish(of: caller.principal)),
                answer: .appointment(id, for: caller.principal)))
    }

    static let seatPatient = Endpoint<ClinicAction>(
        .post, "/api/v1/appointments/{appointment_id}/seat", id: "seatPatient", summary: "Seat a patient",
        details: """
            Records that the patient sits in the chair. If another patient sits in it, the answer is a 409, unless \
            `allow_second_visit` is sent.
            """,
        tag: tag, for: Staff.self, takes: .path("appointment_id", .appointmentID), .optionalBody(SeatingBody.codec),
        answers: [.ok(AppointmentDocument.codec, "The appointment as it is now")],
        problems: [.wrongStatus, .visitUnderWay, .notFound], idempotency: .accepted
    ) { caller, id, body throws(Problem) in
        .command(
            ClinicCommand(
                AdvanceAppointment(.seat, AppointmentTarget(id), allowsSecondVisit: body?.allowsSecondVisit ?? false),
                answer: .appointment(id, for: caller.principal)))
    }

    static let startTreatment = Endpoint<ClinicAction>(
        .post, "/api/v1/appointments/{appointment_id}/start", id: "startTreatment", summary: "Start a treatment",
        details: """
            Records that the treatment begins. If the appointment is on a later day, the answer is a 409, \
            unless `early` is sent. If the chair is in use, or the doctor treats another patient, it is a 409 too, unless \
            `allow_second_visit` is sent. A visit of a restricted record is started on its day, or after somebody else has checked \
            the patient in; otherwise a doctor who may not open the record needs emergency access first (403).
            """,
        tag: tag, for: Clinical.self, takes: .path("appointment_id", .appointmentID),
        .optionalBody(TreatmentStartBody.codec),
        answers: [.ok(AppointmentDocument.codec, "The appointment as it is now")],
        problems: [.wrongStatus, .notToday, .visitUnderWay, .restrictedRecord, .notFound], idempotency: .accepted
    ) { caller, id, body throws(Problem) in
        .command(
            ClinicCommand(
                AdvanceAppointment(
                    .start, AppointmentTarget(id), early: body?.early ?? false,
                    allowsSecondVisit: body?.allowsSecondVisit ?? false, by: RecordReader(caller)),
                answer: .appointment(id, for: caller.principal)))
    }

    static let finishTreatment = step(
        .finish, "finish", id: "finishTreatment", summary: "Finish a treatment",
        details: """
            Records that the treatment is over. The patient may leave the chair and pay. If it ended early, the rest of the \
            time is free again: `end` is the end of the present five minutes.
            """, for: Clinical.self)

    static let completeAppointment = step(
        .complete, "complete", id: "completeAppointment", summary: "Complete an appointment",
        details: "Records that nothing is left to do for the visit.", for: Staff.self)

    /// Makes an endpoint with which the staff, but no patient, takes a step of an appointment. The request has no body.
    private static func step<Members: StaffAudience>(
        _ step: AdvanceAppointment.Step, _ path: String, id: String, summary: String, details: String,
        for audience: Members.Type
    ) -> Endpoint<ClinicAction> {
        Endpoint(
            .post, PathTemplate("/api/v1/appointments/{appointment_id}/\(path)"), id: id, summary: summary,
            details: details, tag: tag, for: audience, takes: .path("appointment_id", .appointmentID),
            answers: [.ok(AppointmentDocument.codec, "The appointment as it is now")],
            problems: [.wrongStatus, .notFound], idempotency: .accepted
        ) { caller, id throws(Problem) in
            .command(
                ClinicCommand(
                    AdvanceAppointment(step, AppointmentTarget(id)),
                    answer: .appointment(id, for: caller.principal)))
        }
    }
}
