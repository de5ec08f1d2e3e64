public import EventSourcing

/// Cancels an appointment: a patient before the deadline, the clinic at any time before treatment with a reason.
public struct CancelAppointment: Decision {
    let target: AppointmentTarget
    let reason: Personal<String>?

    public init(
        _ target: AppointmentTarget, reason: Personal<String>? = nil
    ) {
        self.target = target
        self.reason = reason
    }

    public func decide(
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(AppointmentRejection) -> [ClinicEvent] {
        let course = try target.course(in: &model)
        if course.status == .cancelled { return [] }
        let isPatient = target.side == .patient
        guard AppointmentStep.cancel.isAllowed(from: course.status), !isPatient || course.status.isAhead else {
            throw .impossible("cancel", course.status)
        }
        try target.keepsDeadline(of: course, at: now)
        guard isPatient || reason != nil else { throw .reasonMissing }
        return [
            .appointment(
                .cancelled(
                    AppointmentCancelled(visit: course.visit, by: isPatient ? .patient : .clinic, reason: reason)))
        ]
    }
}
