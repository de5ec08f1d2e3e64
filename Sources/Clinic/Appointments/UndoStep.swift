public import EventSourcing

/// Undoes the last step, which was a mistake, by an authorized person with a reason.
public struct UndoStep: Decision {
    /// Which steps may be undone: any step by an admin, its own check-in by the desk.
    public enum Right: Hashable, Sendable { case anyStep, checkIn }

    let target: AppointmentTarget
    let right: Right
    let reason: Personal<String>

    public init(
        _ target: AppointmentTarget, right: Right, reason: Personal<String>
    ) {
        self.target = target
        self.right = right
        self.reason = reason
    }

    public func decide(
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(AppointmentRejection) -> [ClinicEvent] {
        let course = try target.course(in: &model)
        guard course.status != .enteredInError, let before = course.trail.last else { throw .nothingToUndo }
        guard right == .anyStep || course.status == .arrived else { throw .undoNotYours }
        if before.holdsTime, !course.status.holdsTime { try stillFree(course.visit, &model, at: now) }
        let event = AppointmentStepUndone(visit: course.visit, from: course.status, to: before, reason: reason)
        return [.appointment(.undone(event))]
    }

    /// Whether the time of the undone step is still free; another appointment may have taken it.
    private func stillFree(
        _ visit: Visit, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(AppointmentRejection) {
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
