public import Endpoints
public import EventSourcing
import Identifiers
import JSON

/// Undoes the last step of an appointment, which was a mistake. Only an authorized person can do this, and must give a
/// reason.
public struct UndoStep: Decision {
    /// The steps that a caller may undo. An admin may undo any step; the front desk may undo only a check-in.
    public enum Right: Hashable, Sendable { case anyStep, checkIn }

    public enum Rejection: ClinicRejection, Hashable {
        case unknown
        case nothingToUndo
        case notYours
        /// The undone step had freed the visit's time, and something else has taken it since.
        case placement(PlacementRejection)

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            case .nothingToUndo: Problem(.nothingToUndo)
            case .notYours: Problem(.undoNotAllowed)
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
        guard course.status != .enteredInError, let before = course.trail.last else { throw .nothingToUndo }
        guard right == .anyStep || course.status == .arrived else { throw .notYours }
        if before.holdsTime, !course.status.holdsTime { try stillFree(course.visit, &model, at: now) }
        let event = AppointmentStepUndone(visit: course.visit, from: course.status, to: before, reason: reason)
        return [.appointment(.undone(event))]
    }

    /// Rejects the command if the visit's time is no longer free, since another appointment has taken it.
    private func stillFree(
        _ visit: Visit, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(Rejection) {
        let place = visit.place
        let visitor = Visitor(patient: visit.patient)
        let inTheWay: [(Conflict?, Obstacle)] = [
            (
                model[.doctorDay(place.doctor, place.date)].conflict(with: place.slot, for: visitor, at: now),
                .doctorBusy
            ),
            (model[.chairDay(place.chair, place.date)].conflict(with: place.slot, for: visitor, at: now), .noChair),
            (
                model[.patientYear(visit.patient, place.date)].conflict(with: place.slot, for: visitor, at: now),
                .patientBusy
            ),
        ]
        for case (.some(let conflict), let obstacle) in inTheWay {
            throw .placement(.notFree(conflict == .held ? .held : obstacle, alternatives: []))
        }
    }
}

extension Problem.Kind {
    static let nothingToUndo = Problem.Kind(
        "nothing-to-undo", 409, "There is no step to take back",
        means: "The appointment stands where it began, or was entered in error.",
        remedy: "Do not repeat the request.")
    static let undoNotAllowed = Problem.Kind(
        "undo-not-allowed", 403, "An admin has to take this step back",
        means: "Receptionists take back a check-in only.",
        remedy: "Ask an admin.")
}

extension AppointmentsAPI {
    static let undoAppointmentStep = Endpoint<ClinicAction>(
        .post, "/api/v1/appointments/{appointment_id}/undo", id: "undoAppointmentStep",
        summary: "Undo the last step of an appointment",
        details: """
            Admins undo any step, receptionists a check-in. If the time has been taken meanwhile, the answer is \
            a 409.
            """,
        tag: tag, for: FrontDesk.self, takes: .path("appointment_id", .appointmentID), .body(ReasonBody.codec),
        answers: [.ok(AppointmentDocument.codec, "The appointment as it is now")],
        problems: [.nothingToUndo, .undoNotAllowed, .slotTaken, .notFound], idempotency: .accepted
    ) { caller, id, body throws(Problem) in
        let right: UndoStep.Right = caller.role == .admin ? .anyStep : .checkIn
        return .command(
            ClinicCommand(
                UndoStep(AppointmentTarget(id), right: right, reason: body.reason),
                answer: .appointment(id, for: caller.principal)))
    }
}
