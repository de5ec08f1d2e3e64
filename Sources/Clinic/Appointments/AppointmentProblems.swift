import Endpoints
import EventSourcing
import JSON

// Problems of several commands about appointments.

extension Problem.Kind {
    static let wrongStatus = Problem.Kind(
        "appointment-status", 409, "The appointment's status does not allow this",
        members: [.member("appointment_status", AppointmentStatus.codec.described("Where the appointment stands."))])
    /// O15.
    static let deadlinePassed = Problem.Kind(
        "cancellation-deadline-passed", 409, "It is too late to cancel or move this; call the clinic",
        members: [.member("cancel_deadline", .cancelDeadline)])
}

extension Problem {
    static func wrongStatus(_ status: AppointmentStatus) -> Problem {
        Problem(.wrongStatus).with("appointment_status", status, AppointmentStatus.codec)
    }

    static func deadlinePassed(_ deadline: Instant) -> Problem {
        Problem(.deadlinePassed).with("cancel_deadline", deadline, .instant)
    }
}
