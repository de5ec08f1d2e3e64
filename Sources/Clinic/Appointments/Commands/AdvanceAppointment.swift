public import Endpoints
public import EventSourcing
import Identifiers
import JSON

/// Moves an appointment to a later status. This decision is for the steps that need no further data: approve, confirm,
/// check in, seat, start, finish, complete.
public struct AdvanceAppointment: Decision {
    public enum Step: String, Hashable, Sendable, CaseIterable {
        case approve, confirm
        case checkIn = "check_in"
        case seat, start, finish, complete
    }

    public enum Rejection: ClinicRejection, Hashable {
        case unknown
        case impossible(Step, AppointmentStatus)
        /// The appointment is on a later day, and `early` is not set.
        case notToday(CivilDate)

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            case .impossible(_, let status): .wrongStatus(status)
            case .notToday(let date): Problem(.notToday).with("date", date, .date)
            }
        }
    }

    let target: AppointmentTarget
    let step: Step
    /// Whether the step is permitted on a day before the appointment's day, since the patient came early.
    let early: Bool

    public init(_ step: Step, _ target: AppointmentTarget, early: Bool = false) {
        self.target = target
        self.step = step
        self.early = early
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let course = try target.course(in: &model, else: Rejection.unknown)
        if course.status == step.target { return [] }
        guard step.isPossible(from: course.status) else { throw .impossible(step, course.status) }
        // The patient cannot take any step of an appointment that the clinic has not approved yet.
        if course.status == .requested, target.side == .patient { throw .impossible(step, course.status) }
        if course.status.isAhead, !step.target.isAhead, !early {
            let date = course.visit.place.date
            guard date <= model[.basics].zone.date(of: now) else { throw .notToday(date) }
        }
        return [.appointment(step.event(course.visit))]
    }
}

extension AdvanceAppointment.Step {
    /// Whether the step is possible from a status. Steps only go forward. Some may be skipped, since staff may record
    /// what happened in the room afterwards: a doctor may start a visit without a check-in or a seat, and complete it
    /// without a checkout. But a patient must have arrived before being seated, and treatment must have begun before it
    /// is finished.
    public func isPossible(from status: AppointmentStatus) -> Bool {
        switch self {
        case .approve: status == .requested
        case .confirm: [.requested, .booked].contains(status)
        case .checkIn: [.requested, .booked, .confirmed].contains(status)
        case .seat: status == .arrived
        case .start: [.booked, .confirmed, .arrived, .seated].contains(status)
        case .finish: status == .inTreatment
        case .complete: [.inTreatment, .readyForCheckout].contains(status)
        }
    }

    /// The status after the step.
    public var target: AppointmentStatus {
        switch self {
        case .approve: AppointmentApproved.reached
        case .confirm: AppointmentConfirmed.reached
        case .checkIn: PatientArrived.reached
        case .seat: PatientSeated.reached
        case .start: TreatmentStarted.reached
        case .finish: TreatmentFinished.reached
        case .complete: AppointmentCompleted.reached
        }
    }

    fileprivate func event(_ visit: Visit) -> AppointmentEvent {
        switch self {
        case .approve: .approved(AppointmentApproved(visit: visit))
        case .confirm: .confirmed(AppointmentConfirmed(visit: visit))
        case .checkIn: .arrived(PatientArrived(visit: visit))
        case .seat: .seated(PatientSeated(visit: visit))
        case .start: .started(TreatmentStarted(visit: visit))
        case .finish: .finished(TreatmentFinished(visit: visit))
        case .complete: .completed(AppointmentCompleted(visit: visit))
        }
    }
}

struct ArrivalBody: Sendable {
    let early: Bool

    static let codec = object(
        ArrivalBody.init(early:),
        field(
            "early", \.early, Codec<Bool>.bool.described("Do this although the appointment is on a later day."),
            default: false)
    ).described("How a step that needs the patient is taken.").named("Arrival")
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

    static let checkIn = arrival(
        .checkIn, "check-in", id: "checkIn", summary: "Check a patient in",
        details: """
            Records that the patient has arrived and waits. If the appointment is on a later day, the answer is a 409, \
            unless `early` is sent.
            """,
        for: FrontDesk.self)

    static let seatPatient = step(
        .seat, "seat", id: "seatPatient", summary: "Seat a patient",
        details: "Records that the patient sits in the chair.", for: Staff.self)

    static let startTreatment = arrival(
        .start, "start", id: "startTreatment", summary: "Start a treatment",
        details: """
            Records that the treatment begins. If the appointment is on a later day, the answer is a 409, \
            unless `early` is sent.
            """,
        for: Clinical.self)

    static let finishTreatment = step(
        .finish, "finish", id: "finishTreatment", summary: "Finish a treatment",
        details: "Records that the treatment is over. The patient may leave the chair and pay.", for: Clinical.self)

    static let completeAppointment = step(
        .complete, "complete", id: "completeAppointment", summary: "Complete an appointment",
        details: "Records that nothing is left to do for the visit.", for: Staff.self)

    /// An endpoint for a step of an appointment that needs no further data.
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

    /// An endpoint for a step that only a present patient can take.
    private static func arrival<Members: StaffAudience>(
        _ step: AdvanceAppointment.Step, _ path: String, id: String, summary: String, details: String,
        for audience: Members.Type
    ) -> Endpoint<ClinicAction> {
        Endpoint(
            .post, PathTemplate("/api/v1/appointments/{appointment_id}/\(path)"), id: id, summary: summary,
            details: details, tag: tag, for: audience, takes: .path("appointment_id", .appointmentID),
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
