public import EventSourcing
import Identifiers

/// The state of an appointment: its status and its history.
public enum Appointment: EventSourced {
    case unmade
    case made(Course)

    public struct Course: Hashable, Sendable {
        public internal(set) var visit: Visit
        /// The wall time that was agreed on; `nil` if the appointment was booked before wall times were stored.
        public internal(set) var wallTime: WallTime?
        public internal(set) var terms: VisitTerms
        public internal(set) var status: AppointmentStatus
        /// The appointment's earlier statuses, which are needed to undo its steps one by one.
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
        let effect = event.effect
        visit = effect.visit
        switch effect.status {
        case .begins(let next):
            status = next
            trail = []
        case .reaches(let next):
            trail.append(status)
            status = next
        case .returns(_, let before):
            status = before
            if !trail.isEmpty { trail.removeLast() }
        case .unchanged: break
        }
        if case .rescheduled(let event) = event {
            wallTime = event.wallTime
            terms = event.terms
        }
    }
}

extension Subject where State == Appointment {
    static func appointment(_ id: ID<Appointment>) -> Subject { Subject(.appointment(id)) }
}
