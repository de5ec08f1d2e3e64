import EventSourcing
public import Identifiers

/// The appointment of a command, with the caller's right to reach it.
public struct AppointmentTarget: Hashable, Sendable {
    let appointment: ID<Appointment>
    /// The asking patient; `nil` for the clinic's staff.
    let patient: ID<Patient>?

    public init(_ appointment: ID<Appointment>, for patient: ID<Patient>? = nil) {
        self.appointment = appointment
        self.patient = patient
    }

    var side: BookingSide { patient == nil ? .staff : .patient }

    /// - Throws: `unknown` both if it does not exist and if it is another patient's.
    func course<Rejection: Error>(
        in model: inout DecisionModel<ClinicEvent>, else unknown: @autoclosure () -> Rejection
    ) throws(Rejection) -> Appointment.Course {
        guard case .made(let course) = model[.appointment(appointment)] else { throw unknown() }
        guard patient == nil || course.visit.patient == patient else { throw unknown() }
        return course
    }

    /// Patients cancel and move only while more than the agreed notice is left; at the deadline it is too late.
    func keepsDeadline(of course: Appointment.Course, at now: Instant) -> Bool {
        patient == nil || now < course.terms.cancelBefore
    }
}
