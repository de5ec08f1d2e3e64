public import EventSourcing
import Identifiers

/// The time that somebody or something is taken for: a doctor or a chair on one day, a patient in a year or always.
public struct Agenda<Owner: AgendaOwner>: EventSourced {
    public static var initial: Agenda { Agenda() }
    public static var readsPersonal: Bool { false }

    package private(set) var taken: [TakenTime] = []
    package private(set) var holds: [Hold] = []

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        if case .appointment(let event) = recorded.event { evolve(event) }
        if case .hold(let event) = recorded.event { evolve(event) }
    }

    private mutating func evolve(_ event: HoldEvent) {
        switch event {
        case .held(let event):
            holds.removeAll { $0.patient == event.hold.patient }
            holds.append(event.hold)
        case .released(let event): holds.removeAll { $0.id == event.hold.id }
        }
    }

    private mutating func evolve(_ event: AppointmentEvent) {
        switch event {
        case .booked(let event):
            // A hold has served its purpose once its patient has booked.
            holds.removeAll { $0.patient == event.visit.patient }
            take(event.visit)
        case .rescheduled(let event):
            holds.removeAll { $0.patient == event.visit.patient }
            // The event stands under the days that it leaves and those that it enters. An agenda that has the
            // appointment is one it leaves; it stays only where both are the same.
            let leaves = free(event.visit)
            if !leaves || Owner.areSame(event.from, event.visit.place) { take(event.visit) }
        case .undone(let event):
            if event.to.holdsTime { if !event.from.holdsTime { take(event.visit) } } else { free(event.visit) }
        case .cancelled(let event): free(event.visit)
        case .missed(let event): free(event.visit)
        case .enteredInError(let event): free(event.visit)
        case .approved, .confirmed, .arrived, .seated, .started, .finished, .completed, .noted: break
        }
    }

    private mutating func take(_ visit: Visit) {
        let entry = TakenTime(appointment: visit.appointment, slot: visit.place.slot)
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

/// An appointment's time.
package struct TakenTime: Hashable, Sendable {
    let appointment: ID<Appointment>
    let slot: Slot
}

/// Whose time an agenda keeps. Each is found under a tag of its own.
public protocol AgendaOwner: Sendable {
    /// Two places that this agenda's owner would see in the same agenda.
    static func areSame(_ left: Place, _ right: Place) -> Bool
}

/// A doctor's time on one day.
public enum OneDoctor: AgendaOwner {
    public static func areSame(_ left: Place, _ right: Place) -> Bool {
        left.doctor == right.doctor && left.date == right.date
    }
}

/// A chair's time on one day.
public enum OneChair: AgendaOwner {
    public static func areSame(_ left: Place, _ right: Place) -> Bool {
        left.chair == right.chair && left.date == right.date
    }
}

/// A patient's time in one year.
public enum OnePatient: AgendaOwner {
    public static func areSame(_ left: Place, _ right: Place) -> Bool { left.date.year == right.date.year }
}

/// A patient's time in all years.
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

/// What stands in the way of a slot.
enum Conflict: Hashable, Sendable {
    case taken
    /// Kept for somebody else who is about to book.
    case held
}

extension Agenda {
    /// The first thing in the way of `slot`, as a patient sees it who may be about to move an appointment.
    func conflict(with slot: Slot, for visitor: Visitor, at now: Instant) -> Conflict? {
        for entry in taken {
            if entry.slot.start >= slot.end { break }
            if entry.slot.end > slot.start && entry.appointment != visitor.moving { return .taken }
        }
        let isHeld = holds.contains { $0.counts(for: visitor, at: now) && $0.place.slot.overlaps(slot) }
        return isHeld ? .held : nil
    }
}

/// For whom time is looked for: nobody in particular, or a patient whose own hold and moving appointment are no obstacle.
struct Visitor: Hashable, Sendable {
    var patient: ID<Patient>?
    var moving: ID<Appointment>?
}
