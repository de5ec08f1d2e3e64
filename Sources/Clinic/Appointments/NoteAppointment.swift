public import EventSourcing

/// Sets a doctor's quick note on an appointment.
public struct NoteAppointment: Decision {
    let target: AppointmentTarget
    let note: Personal<String>

    public init(
        _ target: AppointmentTarget, note: Personal<String>
    ) {
        self.target = target
        self.note = note
    }

    public func decide(
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(AppointmentRejection) -> [ClinicEvent] {
        let course = try target.course(in: &model)
        guard course.status != .enteredInError else { throw .impossible("note", course.status) }
        return [.appointment(.noted(AppointmentNoted(visit: course.visit, note: note)))]
    }
}
