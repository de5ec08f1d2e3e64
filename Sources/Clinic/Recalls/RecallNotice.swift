public import EventSourcing
public import Identifiers
import JSON

/// A reminder of a recall that the servers gave by themselves, at one of the times that the clinic has set.
public struct RecallNotice: Hashable, Sendable {
    /// The completed visit after which the patient should come again.
    public let visit: ID<Appointment>
    /// The day on which the recall was due when the reminder was given.
    public let due: CivilDate
    /// The number of days from the day on which the recall is due to the reminder's day; negative if the reminder comes
    /// before.
    public let days: Int

    public init(visit: ID<Appointment>, due: CivilDate, days: Int) {
        self.visit = visit
        self.due = due
        self.days = days
    }

    static let codec = object(
        RecallNotice.init(visit:due:days:),
        field("visit_id", \.visit, .id().described("The completed visit after which the patient should come again.")),
        field("due", \.due, .date.described("The day on which the recall was due, by the clinic's calendar.")),
        field(
            "days", \.days,
            .int(NotificationSettings.recallDayRange).described(
                "How many days after that day the reminder was due; negative: before."))
    ).described("A reminder of a recall that the servers gave by themselves.").named("RecallNotice")
}

/// A state that decisions read: the last recall notice that the servers gave after one completed visit.
public struct LastRecallNotice: EventSourced {
    public static let initial = LastRecallNotice()
    public static let readsPersonal = false
    public static let readsLast = true

    private(set) var notice: RecallNotice?

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        if case .recall(.reminded(let reminded)) = recorded.event { notice = reminded.notice }
    }
}

extension Subject where State == LastRecallNotice {
    static func lastNotice(after visit: ID<Appointment>) -> Subject { Subject(.recallNotices(after: visit)) }
}

/// A patient's appointments of one year, with their services and days. Appointments that were cancelled, missed or
/// entered in error are left out.
public struct BookedServices: EventSourced {
    public static let initial = BookedServices()
    public static let readsPersonal = false

    private var booked: [ID<Appointment>: (service: ID<Service>, date: CivilDate)] = [:]

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .appointment(let event) = recorded.event else { return }
        let effect = event.effect
        switch effect.time {
        case .takes, .moves, .takesAgain:
            booked[effect.visit.appointment] = (effect.visit.service, effect.visit.place.date)
        case .frees: booked[effect.visit.appointment] = nil
        case .unchanged: break
        }
    }

    /// Whether one of the appointments is for the service and takes place on the given day or later.
    func has(_ service: ID<Service>, from day: CivilDate) -> Bool {
        booked.values.contains { $0.service == service && $0.date >= day }
    }
}

extension Subject where State == BookedServices {
    static func bookedServices(of patient: ID<Patient>, _ date: CivilDate) -> Subject {
        Subject(.patientYear(patient, date))
    }
}
