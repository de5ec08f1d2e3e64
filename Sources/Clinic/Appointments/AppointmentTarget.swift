import EventSourcing
public import Identifiers

/// The appointment that a command acts on, and the patient who sends the command.
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
    /// - Throws: `unknown` if the appointment does not exist, and also if it belongs to another patient.
    func course<Rejection: Error>(
        in model: inout DecisionModel<ClinicEvent>, else unknown: @autoclosure () -> Rejection
    ) throws(Rejection) -> Appointment.Course {
        guard case .made(let course) = model[.appointment(appointment)] else { throw unknown() }
        guard patient == nil || course.visit.patient == patient || acts(for: course.visit.patient, &model) else {
            throw unknown()
        }
        return course
    }

    /// Whether the caller is a guardian who acts for the patient.
    private func acts(for dependant: ID<Patient>, _ model: inout DecisionModel<ClinicEvent>) -> Bool {
        guard let patient else { return false }
        return model.mayAct(patient, for: dependant)
    }

    /// The guardian who sends the command for a dependant; `nil` for staff and for the patient.
    func guardian(of course: Appointment.Course) -> ID<Patient>? { patient == course.visit.patient ? nil : patient }

    /// Whether a patient may still cancel or move the appointment: before the deadline that was agreed on, and always while
    /// the clinic has not approved it.
    func keepsDeadline(of course: Appointment.Course, at now: Instant) -> Bool {
        patient == nil || course.status == .requested || now < course.terms.cancelBefore
    }
}
