import EventSourcing
public import Identifiers

/// The appointment of a command, with the caller's right to reach it.
public struct AppointmentTarget: Hashable, Sendable {
    let appointment: ID<Appointment>
    /// The patient who sends the command; `nil` for the clinic's staff.
    let patient: ID<Patient>?

    public init(_ appointment: ID<Appointment>, for patient: ID<Patient>? = nil) {
        self.appointment = appointment
        self.patient = patient
    }

    var side: BookingSide { patient == nil ? .staff : .patient }

    /// The course of the appointment.
    ///
    /// - Throws: `unknown` both if it does not exist and if it is another patient's.
    func course(in model: inout DecisionModel<ClinicEvent>) throws(AppointmentRejection) -> Appointment.Course {
        guard case .made(let course) = model[.appointment(appointment)] else { throw .unknown }
        guard patient == nil || course.visit.patient == patient else { throw .unknown }
        return course
    }

    /// Whether a patient may still cancel or move the appointment: only before the deadline that was agreed on.
    func keepsDeadline(of course: Appointment.Course, at now: Instant) throws(AppointmentRejection) {
        guard patient == nil || now < course.terms.cancelBefore else {
            throw .deadlinePassed(course.terms.cancelBefore)
        }
    }
}

extension Subject where State == Appointment {
    static func appointment(_ id: ID<Appointment>) -> Subject { Subject(.appointment(id)) }
}
