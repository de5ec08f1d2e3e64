import EventSourcing
public import Identifiers

/// The appointment that a command acts on, and the patient who sends the command.
public struct AppointmentTarget: Hashable, Sendable {
    let appointment: ID<Appointment>
    /// The patient who sends the command; `nil` for the clinic's staff.
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
        guard patient == nil || course.visit.patient == patient else { throw unknown() }
        return course
    }

    /// Whether the caller may still cancel or move the appointment. A patient may do so only before the agreed
    /// deadline; staff may do so at any time.
    func keepsDeadline(of course: Appointment.Course, at now: Instant) -> Bool {
        patient == nil || now < course.terms.cancelBefore
    }
}
