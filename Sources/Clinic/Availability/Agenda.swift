public import EventSourcing
import Identifiers

/// The appointments, holds and blocks that take the time of one owner. The owner is a doctor or a chair on one day, or
/// a patient in one year or in all years. A patient has no blocks.
public struct Agenda<Owner: AgendaOwner>: EventSourced {
    public static var initial: Agenda { initial(under: Tag(subject: UUIDBytes(high: 0, low: 0), aspect: 0)) }
    public static func initial(under tag: Tag) -> Agenda { Agenda(tag: tag) }
    public static var readsPersonal: Bool { false }

    /// The tag of the agenda's events, which says whose agenda it is, and of which day.
    private let tag: Tag
    /// The times that appointments take of the agenda's owner, sorted by their start. An appointment with visit
    /// segments can take several times.
    package private(set) var taken: [TakenTime] = []
    package private(set) var holds: [Hold] = []
    /// The blocked times of a doctor or chair.
    private(set) var blocks: [BlockedTime] = []
    /// The offers of the waitlist of a doctor's time, with those that were closed meanwhile. An offer that has expired is
    /// left out once a later one is made.
    private(set) var offers: [OfferedTime] = []

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        if case .appointment(let event) = recorded.event { evolve(event) }
        if case .hold(let event) = recorded.event { evolve(event) }
        if case .block(let event) = recorded.event { evolve(event) }
        if case .waitlist(.offered(let event)) = recorded.event {
            offers.removeAll { $0.offer.expiresAt <= recorded.recordedAt }
            offers.append(OfferedTime(entry: event.entry.entry, offer: event.offer))
        }
    }

    private mutating func evolve(_ event: HoldEvent) {
        switch event {
        case .held(let event):
            holds.removeAll { $0.patient == event.hold.patient }
            holds.append(event.hold)
        case .released(let event): holds.removeAll { $0.id == event.hold.id }
        }
    }

    private mutating func evolve(_ event: BlockEvent) {
        switch event {
        case .blocked(let event): blocks.append(BlockedTime(block: event.block.id, slot: event.block.slot))
        case .removed(let event): blocks.removeAll { $0.block == event.block.id }
        }
    }

    private mutating func evolve(_ event: AppointmentEvent) {
        let effect = event.effect
        let visit = effect.visit
        switch effect.time {
        case .takes:
            // A hold is used up, and is no longer in the agenda, once its patient has booked.
            holds.removeAll { $0.patient == visit.patient }
            take(visit)
        case .moves:
            if case .rescheduled = event { holds.removeAll { $0.patient == visit.patient } }
            // The event of a move is folded into the agendas of the old place and of the new place. Each of them removes
            // the appointment, if that agenda has it. Then the agendas of the new place add the appointment again.
            free(visit)
            take(visit)
        case .frees: free(visit)
        case .takesAgain: take(visit)
        case .unchanged: break
        }
    }

    private mutating func take(_ visit: Visit) {
        let group = visit.group
        for slot in Owner.times(of: visit.place, for: visit.patient, under: tag) {
            let index = taken.firstIndex { $0.slot.start > slot.start } ?? taken.endIndex
            taken.insert(TakenTime(appointment: visit.appointment, slot: slot, group: group), at: index)
        }
    }

    private mutating func free(_ visit: Visit) { taken.removeAll { $0.appointment == visit.appointment } }

    /// The times that a hold takes of the agenda's owner.
    func times(of hold: Hold) -> [Slot] { Owner.times(of: hold.place, for: hold.patient, under: tag) }
}

/// An appointment and the time that it takes of the agenda's owner.
package struct TakenTime: Hashable, Sendable {
    let appointment: ID<Appointment>
    let slot: Slot
    /// The group visit to which the appointment belongs; `nil` if it is for one patient only.
    let group: GroupVisit?
}

/// A block of a doctor's or chair's time, and the period in which nothing can be booked because of it.
package struct BlockedTime: Hashable, Sendable {
    let block: ID<Block>
    let slot: Slot
}

/// An offer of a doctor's time to a waiting patient.
package struct OfferedTime: Hashable, Sendable {
    let entry: ID<WaitlistEntry>
    let offer: WaitlistOffer
}

/// A kind of agenda: for a day of a doctor or hygienist, a chair's day, a patient's year, or all years of a patient.
/// The agendas of each kind have their own tag.
public protocol AgendaOwner: Sendable {
    /// The times that an appointment or hold at a place takes in the agenda with this tag; empty if the appointment or
    /// hold belongs to other agendas.
    static func times(of place: Place, for patient: ID<Patient>, under tag: Tag) -> [Slot]
}

/// The kind of agenda with the appointments, holds and blocks of one doctor or hygienist on one day.
public enum OneDoctor: AgendaOwner {
    public static func times(of place: Place, for patient: ID<Patient>, under tag: Tag) -> [Slot] {
        if tag == .doctorDay(place.doctor, place.date) { return place.times(of: .doctor) }
        guard let segments = place.segments, tag == .doctorDay(segments.hygienist, place.date) else { return [] }
        return place.times(of: .hygienist)
    }
}

/// The kind of agenda with the appointments, holds and blocks of one chair on one day.
public enum OneChair: AgendaOwner {
    public static func times(of place: Place, for patient: ID<Patient>, under tag: Tag) -> [Slot] {
        tag == .chairDay(place.chair, place.date) ? [place.chairSlot] : []
    }
}

/// The kind of agenda with the appointments and holds of one patient in one year.
public enum OnePatient: AgendaOwner {
    public static func times(of place: Place, for patient: ID<Patient>, under tag: Tag) -> [Slot] {
        tag == .patientYear(patient, place.date) ? [place.slot] : []
    }
}

/// The kind of agenda with the appointments and holds of one patient in all years.
public enum OnePatientAlways: AgendaOwner {
    public static func times(of place: Place, for patient: ID<Patient>, under tag: Tag) -> [Slot] { [place.slot] }
}

public typealias DoctorDay = Agenda<OneDoctor>
public typealias ChairDay = Agenda<OneChair>
public typealias PatientYear = Agenda<OnePatient>
public typealias PatientAgenda = Agenda<OnePatientAlways>

extension Subject where State == DoctorDay {
    static func doctorDay(_ doctor: ID<StaffMember>, _ date: CivilDate) -> Subject { Subject(.doctorDay(doctor, date)) }
}

extension Subject where State == ChairDay {
    static func chairDay(_ chair: ID<Chair>, _ date: CivilDate) -> Subject { Subject(.chairDay(chair, date)) }
}

extension Subject where State == PatientYear {
    static func patientYear(_ patient: ID<Patient>, _ date: CivilDate) -> Subject {
        Subject(.patientYear(patient, date))
    }
}

extension Subject where State == PatientAgenda {
    static func patientYears(_ patient: ID<Patient>) -> Subject { Subject(.patientYears(patient)) }
}
