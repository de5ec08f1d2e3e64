public import EventSourcing

/// The decision model of an appointment: its status and its history.
public enum Appointment: EventSourced {
    case unmade
    case made(Course)

    public struct Course: Hashable, Sendable {
        public internal(set) var visit: Visit
        /// The wall time that was agreed on; `nil` if the appointment was booked before wall times were stored.
        public internal(set) var wallTime: WallTime?
        public internal(set) var terms: VisitTerms
        public internal(set) var status: AppointmentStatus
        /// The appointment's earlier statuses, which are needed to undo it step by step.
        public internal(set) var trail: [AppointmentStatus] = []
        /// The position of the appointment's last event.
        public internal(set) var version: Int64
    }

    public static var initial: Appointment { .unmade }
    public static var readsPersonal: Bool { false }

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .appointment(let event) = recorded.event else { return }
        switch self {
        case .unmade:
            guard case .booked(let booked) = event else { return }
            self = .made(
                Course(
                    visit: booked.visit, wallTime: booked.wallTime, terms: booked.terms, status: booked.status,
                    version: recorded.position))
        case .made(var course):
            course.evolve(event)
            course.version = recorded.position
            self = .made(course)
        }
    }
}

extension Appointment.Course {
    fileprivate mutating func evolve(_ event: AppointmentEvent) {
        switch event {
        case .booked, .noted: break
        case .approved: step(to: .booked)
        case .confirmed: step(to: .confirmed)
        case .arrived: step(to: .arrived)
        case .seated: step(to: .seated)
        case .started: step(to: .inTreatment)
        case .finished: step(to: .readyForCheckout)
        case .completed: step(to: .completed)
        case .missed: step(to: .noShow)
        case .cancelled: step(to: .cancelled)
        case .enteredInError: step(to: .enteredInError)
        case .rescheduled(let event):
            // A new time is a new agreement: the confirmation was for the old one.
            visit = event.visit
            wallTime = event.wallTime
            terms = event.terms
            status = event.status
            trail = []
        case .undone(let event):
            status = event.to
            if !trail.isEmpty { trail.removeLast() }
        }
    }

    private mutating func step(to next: AppointmentStatus) {
        trail.append(status)
        status = next
    }
}
