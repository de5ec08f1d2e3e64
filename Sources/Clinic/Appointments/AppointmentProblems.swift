public import Endpoints
import EventSourcing
import JSON

// Problems that several commands about appointments share.

extension Problem.Kind {
    public static let wrongStatus = Problem.Kind(
        "appointment-status", 409, "The appointment's status does not allow this",
        means: "The step does not follow on `appointment_status`: perhaps somebody else was faster.",
        remedy: "Read the appointment again and offer the steps that are possible now.",
        members: [
            .member(
                "appointment_status", AppointmentStatus.codec.described("The status of the appointment."),
                example: .cancelled)
        ])
    /// The problem of a patient who cancels or moves an appointment too late, and must call the clinic.
    public static let deadlinePassed = Problem.Kind(
        "cancellation-deadline-passed", 409, "It is too late to cancel or move this; call the clinic",
        means: "Patients cancel and move appointments before `cancel_deadline` only. Staff may do it later.",
        remedy: "Ask the patient to call the clinic.",
        members: [.member("cancel_deadline", .cancelDeadline, example: .example)])
}

extension Problem {
    static func wrongStatus(_ status: AppointmentStatus) -> Problem {
        Problem(.wrongStatus).with("appointment_status", status, AppointmentStatus.codec)
    }

    static func deadlinePassed(_ deadline: Instant) -> Problem {
        Problem(.deadlinePassed).with("cancel_deadline", deadline, .instant)
    }
}
