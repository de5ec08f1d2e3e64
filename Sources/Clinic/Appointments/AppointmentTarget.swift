import EventSourcing
public import Identifiers

/// The appointment that a command acts on, and the sender of the command: a patient, or the clinic's staff.
public struct AppointmentTarget: Hashable, Sendable {
    let appointment: ID<Appointment>
    /// The patient who sends the command, for themselves or for a dependant; `nil` for the clinic's staff.
    let patient: ID<Patient>?

    public init(_ appointment: ID<Appointment>, for patient: ID<Patient>? = nil) {
        self.appointment = appointment
        self.patient = patient
    }

    var side: BookingSide { patient == nil ? .staff : .patient }

    /// Reads the state of the appointment.
    ///
    /// - Throws: `unknown` if the appointment does not exist, and also if the sender is a patient who neither owns the
    ///   appointment nor may act for its patient as a guardian.
    func course<Rejection: Error>(
        in model: inout DecisionModel<ClinicEvent>, else unknown: @autoclosure () -> Rejection
    ) throws(Rejection) -> Appointment.Course {
        guard case .made(let course) = model[.appointment(appointment)] else { throw unknown() }
        guard patient == nil || isOwn(course, &model) || acts(for: course.visit.patient, &model) else {
            throw unknown()
        }
        return course
    }

    /// Whether the appointment is booked on the sender's record, or on one that was merged into it.
    private func isOwn(_ course: Appointment.Course, _ model: inout DecisionModel<ClinicEvent>) -> Bool {
        patient.map { model.isShown(course.visit.patient, for: $0) } ?? false
    }

    /// Whether the sender of the command is a guardian who may act for the patient `dependant`.
    private func acts(for dependant: ID<Patient>, _ model: inout DecisionModel<ClinicEvent>) -> Bool {
        guard let patient else { return false }
        return model.mayAct(patient, for: dependant)
    }

    /// The guardian who sends the command; `nil` if the staff or the appointment's own patient sends it.
    func guardian(of course: Appointment.Course, _ model: inout DecisionModel<ClinicEvent>) -> ID<Patient>? {
        guard let patient, !isOwn(course, &model) else { return nil }
        return patient
    }

    /// Whether the sender of a command may still cancel or move an appointment. Staff always may. Patients may before
    /// the deadline that was agreed on, and at any time while the clinic has not approved the appointment.
    func keepsDeadline(of course: Appointment.Course, at now: Instant) -> Bool {
        patient == nil || course.status == .requested || now < course.terms.cancelBefore
    }
}
