import EventSourcing
import Identifiers

extension FreeTime {
    /// The start times, as five-minute atoms, at which the patient can join a group visit with a doctor, and the number
    /// of places that each group visit has left. A start time may be off the time grid of offers.
    ///
    /// - Parameter chosen: the only chair in which the patient would join a group visit; `nil` for any.
    func joins(
        _ doctor: StaffMember, only chosen: ID<Chair>? = nil, _ model: inout DecisionModel<ClinicEvent>
    ) -> [Int: Int] {
        guard let group else { return [:] }
        let working = settings.workingTime(of: doctor, on: frame)
        guard !working.isEmpty else { return [:] }
        let visitor = seeker.visitor
        let day = model[.doctorDay(doctor.id, frame.date)]
        var joins: [Int: Int] = [:]
        for visit in day.groups(of: group.service, for: visitor, at: now) where chosen == nil || visit.chair == chosen {
            let joined = JoinedGroup(visit, capacity: group.capacity)
            let end = visit.start.adding(seconds: Int64(length) * DayFrame.atomSeconds)
            guard let slot = Slot(start: visit.start, end: end), let atoms = frame.atoms(slot),
                joins[atoms.lowerBound] == nil, limits.contains(atoms.lowerBound), working.contains(atoms),
                day.conflict(with: slot, for: visitor, joining: joined, at: now) == nil,
                isChairFree(slot, joining: joined, &model), patient(&model).contains(atoms.lowerBound)
            else { continue }
            joins[atoms.lowerBound] = day.placesLeft(in: joined, for: visitor, at: now)
        }
        return joins
    }

    /// Whether the chair of a group visit is in use, has the needed equipment, and has no other appointment in `slot`
    /// and its buffers.
    private func isChairFree(
        _ slot: Slot, joining group: JoinedGroup, _ model: inout DecisionModel<ClinicEvent>
    ) -> Bool {
        guard let chair = settings.chairs[group.visit.chair], chair.isActive, chair.has(needs) else { return false }
        let buffers = slot.start <= now ? buffers?.withoutTimeBefore : buffers
        let time = buffers?.around(slot) ?? slot
        guard frame.atoms(time) != nil else { return false }
        let day = model[.chairDay(chair.id, frame.date)]
        return day.conflict(with: time, for: seeker.visitor, joining: group, at: now) == nil
    }
}
