public import EventSourcing

/// One step forward without further data: approve, confirm, check in, seat, start, finish, complete.
public struct AdvanceAppointment: Decision {
    public enum Step: String, Hashable, Sendable, CaseIterable {
        case approve, confirm
        case checkIn = "check_in"
        case seat, start, finish, complete

        var step: AppointmentStep {
            switch self {
            case .approve: .approve
            case .confirm: .confirm
            case .checkIn: .checkIn
            case .seat: .seat
            case .start: .start
            case .finish: .finish
            case .complete: .complete
            }
        }
    }

    let target: AppointmentTarget
    let step: Step
    /// Whether the patient came on an earlier day than the appointment's.
    let early: Bool

    public init(
        _ step: Step, _ target: AppointmentTarget, early: Bool = false
    ) {
        self.target = target
        self.step = step
        self.early = early
    }

    public func decide(
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(AppointmentRejection) -> [ClinicEvent] {
        let course = try target.course(in: &model)
        if course.status == step.step.target { return [] }
        guard step.step.isAllowed(from: course.status) else { throw .impossible(step.rawValue, course.status) }
        // Only the clinic answers a request, not the patient.
        if course.status == .requested, target.side == .patient { throw .impossible(step.rawValue, course.status) }
        if course.status.isAhead, !step.step.target.isAhead, !early {
            let date = course.visit.place.date
            guard date <= model[.basics].zone.date(of: now) else { throw .notToday(date) }
        }
        return [.appointment(event(course.visit))]
    }

    private func event(_ visit: Visit) -> AppointmentEvent {
        switch step {
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
