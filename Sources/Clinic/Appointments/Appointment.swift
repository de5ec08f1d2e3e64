public import EventSourcing
public import Identifiers

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
        /// The appointment's steps, which are needed to undo them one by one.
        public internal(set) var trail: [TakenStep] = []
        /// The appointments that it overlaps by an override.
        public internal(set) var overlaps: [ID<Appointment>] = []
        /// The number of notes.
        public internal(set) var notes = 0
        /// The position of the appointment's last event.
        public internal(set) var version: Int64
    }

    /// A step that was taken and not undone.
    public struct TakenStep: Hashable, Sendable {
        /// The status before the step.
        public let before: AppointmentStatus
        /// The account that took the step; `nil` for a program.
        public let account: UUIDBytes?
        public let at: Instant
        /// The place before the step, if the step freed a part of its time.
        public internal(set) var place: Place?
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
                    overlaps: booked.override?.overlaps ?? [], version: recorded.position))
        case .made(var course):
            course.evolve(event, recorded)
            course.version = recorded.position
            self = .made(course)
        }
    }
}

extension Appointment.Course {
    fileprivate mutating func evolve(_ event: AppointmentEvent, _ recorded: Recorded<ClinicEvent>) {
        let effect = event.effect
        visit = effect.visit
        switch effect.status {
        case .begins(let next):
            status = next
            trail = []
            overlaps = []
        case .reaches(let next):
            var step = Appointment.TakenStep(
                before: status, account: recorded.actor.account, at: recorded.recordedAt)
            if case .moves(let from) = effect.time { step.place = from }
            trail.append(step)
            status = next
        case .returns(_, let before):
            status = before
            if !trail.isEmpty { trail.removeLast() }
        case .unchanged: break
        }
        if case .rescheduled(let event) = event {
            wallTime = event.wallTime
            terms = event.terms
            overlaps = event.override?.overlaps ?? []
        }
        if case .reassigned(let event) = event {
            wallTime = event.wallTime
            terms = event.terms
            // The place that an earlier step gave up belongs to the old assignment.
            for index in trail.indices { trail[index].place = nil }
            if let override = event.override { overlaps = override.overlaps }
        }
        if case .arrivedAfterAll(let event) = event, let override = event.override { overlaps = override.overlaps }
        if case .noted = event { notes += 1 }
    }

    /// The visitor who keeps the time of this appointment, or takes another for it.
    var visitor: Visitor { Visitor(patient: visit.patient, moving: visit.appointment, beside: overlaps) }
}

extension Subject where State == Appointment {
    static func appointment(_ id: ID<Appointment>) -> Subject { Subject(.appointment(id)) }
}
