public import EventSourcing
public import Identifiers

/// The state of an appointment: its visit, its status, and the steps that can be undone.
public enum Appointment: EventSourced {
    case unmade
    case made(Course)

    public struct Course: Hashable, Sendable {
        public internal(set) var visit: Visit
        /// The appointment's wall time that was agreed on; `nil` if it was booked before wall times were stored.
        public internal(set) var wallTime: WallTime?
        public internal(set) var terms: VisitTerms
        public internal(set) var status: AppointmentStatus
        /// The appointment's steps that were taken since the booking or the last rescheduling, and were not undone. The
        /// latest is last.
        public internal(set) var trail: [TakenStep] = []
        /// The other appointments that this appointment may overlap, since an override named them.
        public internal(set) var overlaps: [ID<Appointment>] = []
        /// The items of treatment plans that the appointment was for until its service was changed.
        public internal(set) var formerItems: [PlannedItem] = []
        /// The number of notes on the appointment.
        public internal(set) var notes = 0
        /// The position of the appointment's last event.
        public internal(set) var version: Int64
    }

    /// A step of an appointment that was taken and not undone.
    public struct TakenStep: Hashable, Sendable {
        /// The status that the appointment had before the step.
        public let before: AppointmentStatus
        /// The account that took the step; `nil` if a program took it.
        public let account: UUIDBytes?
        public let at: Instant
        /// The appointment's place before the step, if the step freed the rest of the appointment's time; else `nil`.
        public internal(set) var place: Place?
    }

    /// The patient of the appointment; `nil` if it was not made.
    var patient: ID<Patient>? { if case .made(let course) = self { course.visit.patient } else { nil } }

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
        for item in effect.purpose.formerItems where !formerItems.contains(item) { formerItems.append(item) }
        formerItems.removeAll { visit.treatment.contains($0) }
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
            // After a reassignment, undoing an earlier step must not restore the place that the appointment had before
            // the reassignment.
            for index in trail.indices { trail[index].place = nil }
            if let override = event.override { overlaps = override.overlaps }
        }
        if case .arrivedAfterAll(let event) = event, let override = event.override { overlaps = override.overlaps }
        if case .noted = event { notes += 1 }
    }

    /// The account that recorded that the patient is here; `nil` if the patient is not here, or a program recorded it.
    var arrivalAccount: UUIDBytes? {
        for (index, step) in trail.enumerated().reversed() where !step.before.isPresent {
            let reached = index + 1 < trail.count ? trail[index + 1].before : status
            return reached.isPresent ? step.account : nil
        }
        return nil
    }

    /// The patient of this appointment, as the visitor in a search for another time. A new time may overlap this
    /// appointment, and the appointments that an override lets it overlap.
    var visitor: Visitor { Visitor(patient: visit.patient, moving: visit.appointment, beside: overlaps) }
}

extension Subject where State == Appointment {
    static func appointment(_ id: ID<Appointment>) -> Subject { Subject(.appointment(id)) }
}
