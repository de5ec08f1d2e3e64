public import Endpoints
public import EventSourcing
public import Identifiers

/// A signed link that reminders contain. Its holder sees, confirms, moves or cancels one appointment without signing
/// in.
///
/// The link names the start time that the appointment had when the link was made. It is valid while the appointment is
/// still to come and begins at that time. A link names no patient.
public struct VisitLink: Hashable, Sendable {
    public let appointment: ID<Appointment>
    public let start: Instant

    public init(_ appointment: ID<Appointment>, start: Instant) {
        self.appointment = appointment
        self.start = start
    }

    /// Makes a visit link to an appointment at its present time, and returns it with the appointment's patient.
    ///
    /// - Throws: 404 if there is no such appointment or its patient is erased; 403 if the patient's record is
    ///   restricted and the member of staff who asks for the link may not open it; 409 if the appointment is not to
    ///   come any more.
    public static func make(
        to appointment: ID<Appointment>, for reader: RecordReader, _ model: inout DecisionModel<ClinicEvent>,
        at now: Instant
    ) throws(Problem) -> (link: VisitLink, patient: ID<Patient>) {
        guard case .made(let course) = model[.appointment(appointment)],
            model[.registration(of: course.visit.patient)].isCurrent
        else { throw .notFound }
        if reader.access(to: course.visit.patient, &model, at: now) == .refused { throw Problem(.restrictedRecord) }
        let link = VisitLink(appointment, start: course.visit.place.slot.start)
        guard course.status.isAhead, now < link.start else { throw .wrongStatus(course.status) }
        return (link, course.visit.patient)
    }

    /// The state of the appointment to which a visit link leads; `nil` if the link is not valid.
    func course(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) -> Appointment.Course? {
        guard now < start, case .made(let course) = model[.appointment(appointment)], course.status.isAhead,
            course.visit.place.slot.start == start, model[.registration(of: course.visit.patient)].isCurrent
        else { return nil }
        return course
    }
}

extension Actor {
    /// The actor of events that the holder of a visit link causes. The holder has not signed in.
    public static let visitLink = Actor.program("visit-link")
}

extension Problem.Kind {
    /// The problem of a visit link that is not valid. The problem does not name the reason, so that the link says
    /// nothing about the patient.
    public static let visitLinkInvalid = Problem.Kind(
        "visit-link-invalid", 404, "This link is not valid",
        means:
            "The appointment was moved or cancelled, the patient has arrived or was erased, it has begun or does not exist, "
            + "or the link was changed.",
        remedy: "Ask the person to call the clinic.")
    /// The problem of a move by visit link to a time that is not offered. The problem does not name the reason, since
    /// that may be another appointment of the patient's.
    public static let visitTimeNotOffered = Problem.Kind(
        "visit-time-not-offered", 409, "This time is not offered for the appointment",
        means: "The time is not free, or cannot be booked without the staff.",
        remedy: "Let the person choose from `GET /api/v1/public/visits/{token}/times` again.")
}
