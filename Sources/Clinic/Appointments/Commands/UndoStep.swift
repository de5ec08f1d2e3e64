public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that undoes an appointment's last step, with a reason. Admins can undo any step. Other staff can undo
/// their own steps for some minutes, and receptionists also every check-in.
public struct UndoStep: Decision {
    /// The appointment's steps that a caller may undo.
    public enum Right: Hashable, Sendable {
        /// The caller, an admin, may undo the last step of any appointment.
        case anyStep
        /// An appointment's last step, if the account with the given id took it less than `DeskRules.undoMinutes` ago.
        /// If `isDesk` (for a receptionist), also a check-in, whichever account took it and however long ago.
        case ownStep(UUIDBytes, isDesk: Bool)
    }

    public enum Rejection: ClinicRejection, Hashable {
        case unknown
        case nothingToUndo
        case notYours
        /// The caller took the step of the appointment, but the time in which the caller could undo it ended at the
        /// given instant.
        case tooLate(Instant)
        /// The step that the caller wants to undo had freed the appointment's time, and that time was given to somebody
        /// else meanwhile.
        case placement(PlacementRejection)

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            case .nothingToUndo: Problem(.nothingToUndo)
            case .notYours: Problem(.undoNotAllowed)
            case .tooLate(let until): Problem(.undoTooLate).with("until", until, .instant)
            case .placement(let rejection): rejection.problem
            }
        }
    }

    let target: AppointmentTarget
    let right: Right
    let reason: Personal<String>

    public init(_ target: AppointmentTarget, right: Right, reason: Personal<String>) {
        self.target = target
        self.right = right
        self.reason = reason
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let course = try target.course(in: &model, else: Rejection.unknown)
        guard course.status != .enteredInError, let step = course.trail.last else { throw .nothingToUndo }
        try permit(step, to: course.status, model[.basics].rules.desk, at: now)
        if step.before.holdsTime, !course.status.holdsTime,
            let obstacle = course.obstacle(toTakingAgain: nil, &model, at: now)
        {
            throw .placement(.notFree(obstacle, alternatives: []))
        }
        let freed = step.place.flatMap { course.obstacle(toTakingAgain: $0, &model, at: now) == nil ? $0 : nil }
        let event = AppointmentStepUndone(
            visit: freed.map { course.visit.moved(to: $0) } ?? course.visit, from: course.status, to: step.before,
            reason: reason, fromPlace: freed == nil ? nil : course.visit.place,
            isTold: step.before.isAhead && !course.status.holdsTime ? true : nil)
        let offers: [ClinicEvent] =
            switch event.timeEffect {
            case .takes, .takesAgain, .moves: model.lostOffers(at: [event.visit.place], at: now)
            case .frees: FreedTime.offers(of: course.visit, &model, at: now)
            case .unchanged: []
            }
        return [.appointment(.undone(event))] + offers
    }

    private func permit(
        _ step: Appointment.TakenStep, to status: AppointmentStatus, _ rules: DeskRules, at now: Instant
    ) throws(Rejection) {
        guard case .ownStep(let account, let isDesk) = right else { return }
        if isDesk, status == .arrived { return }
        guard step.account == account else { throw .notYours }
        let until = step.at.adding(minutes: Int64(rules.undoMinutes))
        guard now < until else { throw .tooLate(until) }
    }
}

extension Problem.Kind {
    static let nothingToUndo = Problem.Kind(
        "nothing-to-undo", 409, "There is no step to take back",
        means: "The appointment stands where it began, or was entered in error.",
        remedy: "Do not repeat the request.")
    static let undoNotAllowed = Problem.Kind(
        "undo-not-allowed", 403, "An admin has to take this step back",
        means: "Members of staff take back their own last step. Receptionists also take back every check-in.",
        remedy: "Ask the person who took the step, or an admin.")
    static let undoTooLate = Problem.Kind(
        "undo-too-late", 409, "Only an admin can still take this step back",
        means: "Members of staff take back their own last step for `desk.undo_minutes` of the booking rules.",
        remedy: "Ask an admin.",
        members: [
            .member("until", .instant.described("Until when (exclusive) it was possible, in UTC."), example: .example)
        ])
}

extension AppointmentsAPI {
    static let undoAppointmentStep = Endpoint<ClinicAction>(
        .post, "/api/v1/appointments/{appointment_id}/undo", id: "undoAppointmentStep",
        summary: "Undo the last step of an appointment",
        details: """
            Members of staff undo their own last step for `desk.undo_minutes` of the booking rules, receptionists every \
            check-in, admins any step. If the time has been taken meanwhile, the answer is a 409. If the step ended a visit \
            early, the rest of its time is taken again if it is still free.
            """,
        tag: tag, for: Staff.self, takes: .path("appointment_id", .appointmentID), .body(ReasonBody.codec),
        answers: [.ok(AppointmentDocument.codec, "The appointment as it is now")],
        problems: [.nothingToUndo, .undoNotAllowed, .undoTooLate, .slotTaken, .groupFull, .notFound],
        idempotency: .accepted
    ) { caller, id, body throws(Problem) in
        let right: UndoStep.Right =
            caller.role == .admin ? .anyStep : .ownStep(caller.account, isDesk: caller.role == .receptionist)
        return .command(
            ClinicCommand(
                UndoStep(AppointmentTarget(id), right: right, reason: body.reason),
                answer: .appointment(id, for: caller.principal)))
    }
}
