public import EventSourcing
import Identifiers

/// The state of an appointment that decides whether a reminder is due: its visit, its status, and since when it has its
/// present start.
public struct AgreedVisit: EventSourced {
    public static let initial = AgreedVisit()
    public static let readsPersonal = false

    private(set) var visit: Visit?
    private(set) var status = AppointmentStatus.requested
    /// The time at which the visit got its present start.
    private(set) var since: Instant?

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .appointment(let event) = recorded.event else { return }
        let effect = event.effect
        if visit?.place.slot.start != effect.visit.place.slot.start { since = recorded.recordedAt }
        visit = effect.visit
        if let next = effect.status.next { status = next }
    }
}

extension Subject where State == AgreedVisit {
    static func agreedVisit(_ id: ID<Appointment>) -> Subject { Subject(.appointment(id)) }
}

/// The last reminder of a visit, for decisions.
public struct LastVisitReminder: EventSourced {
    public static let initial = LastVisitReminder()
    public static let readsPersonal = false
    public static let readsLast = true

    private(set) var reminder: VisitReminded?

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        if case .notification(.visitReminded(let reminded)) = recorded.event { reminder = reminded }
    }
}

extension Subject where State == LastVisitReminder {
    static func lastReminder(of id: ID<Appointment>) -> Subject { Subject(.visitReminders(id)) }
}

extension AppointmentStatus {
    /// Whether the patient is reminded of an appointment with the given status: the appointment is booked or confirmed.
    var isReminded: Bool { self == .booked || self == .confirmed }
}
