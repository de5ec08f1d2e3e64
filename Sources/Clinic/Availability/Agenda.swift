public import EventSourcing
import Identifiers

/// The appointments, holds and blocks that take the time of one owner. The owner is a doctor or a chair on one day, or
/// a patient in one year or in all years. A patient has no blocks.
public struct Agenda<Owner: AgendaOwner>: EventSourced {
    public static var initial: Agenda { Agenda() }
    public static var readsPersonal: Bool { false }

    package private(set) var taken: [TakenTime] = []
    package private(set) var holds: [Hold] = []
    /// The blocked times of a doctor or chair.
    private(set) var blocks: [BlockedTime] = []

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        if case .appointment(let event) = recorded.event { evolve(event) }
        if case .hold(let event) = recorded.event { evolve(event) }
        if case .block(let event) = recorded.event { evolve(event) }
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
            // A hold is used up once its patient has booked.
            holds.removeAll { $0.patient == visit.patient }
            take(visit)
        case .moves(let from):
            if case .rescheduled = event { holds.removeAll { $0.patient == visit.patient } }
            // A move is folded into the agenda that contains the old place and into the one that contains the new
            // place. An agenda that has the appointment removes it. An agenda that does not have it adds it at the new
            // place. If one agenda contains both places, it removes the appointment and adds it again.
            let leaves = free(visit)
            if !leaves || Owner.areSame(from, visit.place) { take(visit) }
        case .frees: free(visit)
        case .takesAgain: take(visit)
        case .unchanged: break
        }
    }

    private mutating func take(_ visit: Visit) {
        let entry = TakenTime(appointment: visit.appointment, slot: Owner.slot(of: visit.place))
        let index = taken.firstIndex { $0.slot.start > entry.slot.start } ?? taken.endIndex
        taken.insert(entry, at: index)
    }

    @discardableResult
    private mutating func free(_ visit: Visit) -> Bool {
        guard let index = taken.firstIndex(where: { $0.appointment == visit.appointment }) else { return false }
        taken.remove(at: index)
        return true
    }
}

/// An appointment and the time that it takes of the agenda's owner.
package struct TakenTime: Hashable, Sendable {
    let appointment: ID<Appointment>
    let slot: Slot
}

/// A block of a doctor's or chair's time, and the period in which nothing can be booked because of it.
package struct BlockedTime: Hashable, Sendable {
    let block: ID<Block>
    let slot: Slot
}

/// A kind of agenda: for a doctor's day, a chair's day, a patient's year, or all years of a patient. The agendas of
/// each kind have their own tag.
public protocol AgendaOwner: Sendable {
    /// Whether two places (doctor, chair and time) of one appointment belong to the same agenda of this kind.
    static func areSame(_ left: Place, _ right: Place) -> Bool

    /// The time that an appointment or hold at this place takes of the agenda's owner: the doctor, the chair or the
    /// patient.
    static func slot(of place: Place) -> Slot
}

extension AgendaOwner {
    public static func slot(of place: Place) -> Slot { place.slot }
}

/// The kind of agenda with the appointments, holds and blocks of one doctor on one day.
public enum OneDoctor: AgendaOwner {
    public static func areSame(_ left: Place, _ right: Place) -> Bool {
        left.doctor == right.doctor && left.date == right.date
    }
}

/// The kind of agenda with the appointments, holds and blocks of one chair on one day.
public enum OneChair: AgendaOwner {
    public static func areSame(_ left: Place, _ right: Place) -> Bool {
        left.chair == right.chair && left.date == right.date
    }

    public static func slot(of place: Place) -> Slot { place.chairSlot }
}

/// The kind of agenda with the appointments and holds of one patient in one year.
public enum OnePatient: AgendaOwner {
    public static func areSame(_ left: Place, _ right: Place) -> Bool { left.date.year == right.date.year }
}

/// The kind of agenda with the appointments and holds of one patient in all years.
public enum OnePatientAlways: AgendaOwner {
    public static func areSame(_ left: Place, _ right: Place) -> Bool { true }
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

/// The reason why a slot is not free.
enum Conflict: Hashable, Sendable {
    case taken
    /// The time is held for another patient.
    case held
}

extension Agenda {
    /// The first conflict of `slot` with this agenda; `nil` if the slot is free. The visitor's own holds, the
    /// appointment that is being moved, and those that it may overlap do not conflict.
    func conflict(with slot: Slot, for visitor: Visitor, at now: Instant) -> Conflict? {
        for entry in taken {
            if entry.slot.start >= slot.end { break }
            if entry.slot.end > slot.start && visitor.isHindered(by: entry.appointment) { return .taken }
        }
        if blocks.contains(where: { $0.slot.overlaps(slot) }) { return .taken }
        let isHeld = holds.contains { $0.counts(for: visitor, at: now) && Owner.slot(of: $0.place).overlaps(slot) }
        return isHeld ? .held : nil
    }

    /// The appointments that overlap `slot`, without the one that is moving.
    func overlapping(_ slot: Slot, except moving: ID<Appointment>?) -> [ID<Appointment>] {
        taken.prefix { $0.slot.start < slot.end }
            .filter { $0.slot.end > slot.start && $0.appointment != moving }.map(\.appointment)
    }
}

/// The patient for whom free time is searched, and the appointment that is being moved. The patient's own holds, that
/// appointment and those in `beside` do not conflict with a slot. If no patient is named, all holds conflict.
struct Visitor: Hashable, Sendable {
    var patient: ID<Patient>?
    var moving: ID<Appointment>?
    /// The appointments that the moved appointment may overlap, since an override named them.
    var beside: [ID<Appointment>] = []

    /// Whether an appointment at the same time conflicts with a visit of this visitor.
    func isHindered(by appointment: ID<Appointment>) -> Bool {
        appointment != moving && !beside.contains(appointment)
    }
}
