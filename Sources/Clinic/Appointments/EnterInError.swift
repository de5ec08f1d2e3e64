public import EventSourcing

/// Marks an appointment as entered in error: it stays in the log and leaves every list.
public struct EnterInError: Decision {
    let target: AppointmentTarget
    let reason: Personal<String>

    public init(
        _ target: AppointmentTarget, reason: Personal<String>
    ) {
        self.target = target
        self.reason = reason
    }

    public func decide(
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(AppointmentRejection) -> [ClinicEvent] {
        let course = try target.course(in: &model)
        if course.status == .enteredInError { return [] }
        return [.appointment(.enteredInError(AppointmentEnteredInError(visit: course.visit, reason: reason)))]
    }
}
