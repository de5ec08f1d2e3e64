public import EventSourcing
public import Identifiers

/// Visits of a patient that were planned together.
public enum VisitSeries: EventSourced {
    case unmade
    case made(Course)

    /// A series that was planned: its patient, its rule, and its visits. Cancelled visits stay in it, since their
    /// cancellation can be undone. Whether a visit is still ahead, its appointment tells.
    public struct Course: Hashable, Sendable {
        public let patient: ID<Patient>
        public let rule: SeriesRule
        /// The appointments of the series, each with the day for which it was planned or to which the series moved it.
        public internal(set) var visits: [SeriesVisit]
    }

    public static var initial: VisitSeries { .unmade }
    public static var readsPersonal: Bool { false }

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .series(let event) = recorded.event else { return }
        switch event {
        case .planned(let planned):
            self = .made(Course(patient: planned.patient, rule: planned.rule, visits: planned.visits))
        case .moved(let moved):
            guard case .made(var course) = self else { return }
            course.visits.replace(with: moved.visits)
            self = .made(course)
        case .cancelled: break
        }
    }
}

/// An appointment of a series, and the day for which it was planned or to which the series moved it.
public struct SeriesVisit: Hashable, Sendable {
    public let date: CivilDate
    public let appointment: ID<Appointment>

    public init(date: CivilDate, appointment: ID<Appointment>) {
        self.date = date
        self.appointment = appointment
    }
}

extension [SeriesVisit] {
    /// Replaces those visits of the series whose appointments were moved by visits with their new days.
    mutating func replace(with moved: [SeriesVisit]) {
        for visit in moved {
            if let index = firstIndex(where: { $0.appointment == visit.appointment }) { self[index] = visit }
        }
    }
}

/// The reason why a visit of a series cannot take place at its time.
public enum VisitRefusal: String, Hashable, Sendable, CaseIterable {
    case past
    case tooFarAhead = "too_far_ahead"
    case offGrid = "off_grid"
    case outsideHours = "outside_hours"
    case closed
    case doctorAway = "doctor_away"
    case doctorBusy = "doctor_busy"
    case hygienistAway = "hygienist_away"
    case hygienistBusy = "hygienist_busy"
    case noChair = "no_chair"
    case patientBusy = "patient_busy"
    case held
    case groupFull = "group_full"
    /// The clocks skip the series' time of day on the day of one of its visits.
    case clocksSkip = "clocks_skip"

    init(_ obstacle: Obstacle) {
        switch obstacle {
        case .past, .tooSoon: self = .past
        case .tooFarAhead: self = .tooFarAhead
        case .offGrid: self = .offGrid
        case .outsideHours: self = .outsideHours
        case .closed: self = .closed
        case .doctorAway: self = .doctorAway
        case .doctorBusy: self = .doctorBusy
        case .hygienistAway: self = .hygienistAway
        case .hygienistBusy: self = .hygienistBusy
        case .noChair: self = .noChair
        case .patientBusy: self = .patientBusy
        case .held: self = .held
        case .groupFull: self = .groupFull
        }
    }
}

extension Subject where State == VisitSeries {
    static func series(_ id: ID<VisitSeries>) -> Subject { Subject(.series(id)) }
}
