import EventSourcing
import Identifiers

/// The reason why a slot is not free.
enum Conflict: Hashable, Sendable {
    case taken
    /// A hold keeps the time for another patient.
    case held
    /// The group visit that the patient would join has no place left.
    case full
}

extension Agenda {
    /// The first conflict of `slot` with the agenda; `nil` if the slot is free. The visitor's own holds do not
    /// conflict. The appointment that is being moved does not conflict either, nor do the appointments that an override
    /// lets it overlap. The other appointments of `group` conflict only if all places of the group visit are booked or
    /// held.
    func conflict(
        with slot: Slot, for visitor: Visitor, joining group: JoinedGroup? = nil, at now: Instant
    ) -> Conflict? {
        for entry in taken {
            if entry.slot.start >= slot.end { break }
            guard entry.slot.end > slot.start, visitor.isHindered(by: entry.appointment) else { continue }
            if group == nil || entry.group != group?.visit { return .taken }
        }
        if blocks.contains(where: { $0.slot.overlaps(slot) }) { return .taken }
        if let group, others(in: group.visit, besides: visitor, at: now).booked >= group.capacity { return .full }
        let isHeld = holds.contains { hold in
            (group == nil || hold.group != group?.visit) && hold.counts(for: visitor, at: now)
                && times(of: hold).contains { $0.overlaps(slot) }
        }
        let isLastPlaceHeld = group.map { placesLeft(in: $0, for: visitor, at: now) == 0 } ?? false
        return isHeld || isLastPlaceHeld ? .held : nil
    }

    /// The conflict of several slots with this agenda; `nil` if all of them are free.
    func conflict(
        with slots: [Slot], for visitor: Visitor, joining group: JoinedGroup? = nil, at now: Instant
    ) -> Conflict? {
        let conflicts = slots.compactMap { conflict(with: $0, for: visitor, joining: group, at: now) }
        return conflicts.contains(.taken) ? .taken : conflicts.first
    }

    /// The appointments of an agenda that overlap one of the slots, except the appointment that is being moved and the
    /// other appointments of the group visit that the patient joins.
    func overlapping(
        _ slots: [Slot], except moving: ID<Appointment>?, joining group: GroupVisit? = nil
    ) -> [ID<Appointment>] {
        var found: [ID<Appointment>] = []
        for entry in taken where entry.appointment != moving && slots.contains(where: { $0.overlaps(entry.slot) }) {
            if let group, entry.group == group { continue }
            if !found.contains(entry.appointment) { found.append(entry.appointment) }
        }
        return found
    }

    /// The five-minute atoms of a day that are blocked, held for another patient, or taken by an appointment that the
    /// visitor's own may not overlap.
    func busy(on frame: DayFrame, for seeker: TimeSeeker, at now: Instant) -> AtomSet {
        var busy = AtomSet()
        for entry in taken where seeker.visitor.isHindered(by: entry.appointment) {
            busy.insert(frame.touched(entry.slot.start, entry.slot.end))
        }
        for block in blocks { busy.insert(frame.touched(block.slot.start, block.slot.end)) }
        for hold in holds where hold.counts(for: seeker.visitor, at: now) {
            for slot in times(of: hold) { busy.insert(frame.touched(slot.start, slot.end)) }
        }
        return busy
    }
}

/// The patient for whom free time is searched, and the appointment that is being moved. The patient's own holds, that
/// appointment and those in `beside` do not conflict with a slot. If no patient is named, all holds conflict.
struct Visitor: Hashable, Sendable {
    var patient: ID<Patient>?
    var moving: ID<Appointment>?
    /// The appointments that the appointment being moved may overlap, since an override named them.
    var beside: [ID<Appointment>] = []

    /// Whether an appointment prevents the visitor from getting a slot at the same time. The appointment that is being
    /// moved and those in `beside` do not.
    func isHindered(by appointment: ID<Appointment>) -> Bool {
        appointment != moving && !beside.contains(appointment)
    }
}
