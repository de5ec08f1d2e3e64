import EventSourcing
import Identifiers

extension Placement {
    /// Finds a free chair. It reads the chairs one after the other and stops at the first free one, so that a
    /// concurrent booking of another chair does not make this decision stale. Each doctor's search begins with another
    /// chair, so that two doctors seldom try the same chair. If no chair is free, and rules may be broken, it chooses
    /// the chair with which the search began. A patient who joins a group visit gets the chair of the group visit.
    func freeChair(
        for doctor: StaffMember, _ slot: Slot, _ date: CivilDate, _ preferred: ID<Chair>?, joining group: JoinedGroup?,
        _ model: inout DecisionModel<ClinicEvent>, _ settings: ClinicSettings, _ broken: inout Set<BookingRule>,
        at now: Instant
    ) throws(Obstacle) -> (Chair, beside: [ID<Appointment>]) {
        var chairs = settings.activeChairs.filter { $0.has(needs) }
        if let chair = group?.visit.chair ?? chair {
            chairs.removeAll { $0.id != chair }
        } else if !chairs.isEmpty {
            let turn = (settings.staff.all.firstIndex { $0.id == doctor.id } ?? 0) % chairs.count
            chairs = Array(chairs[turn...] + chairs[..<turn])
            if let index = chairs.firstIndex(where: { $0.id == preferred }) { chairs.swapAt(0, index) }
        }
        var obstacle = Obstacle.noChair
        for chair in chairs {
            let day = model[.chairDay(chair.id, date)]
            switch day.conflict(with: slot, for: seeker.visitor, joining: group, at: now) {
            case nil: return (chair, day.overlapping([slot], except: seeker.visitor.moving, joining: group?.visit))
            case .held: obstacle = .held
            case .full: obstacle = .groupFull
            case .taken: break
            }
        }
        guard let chair = chairs.first, breakable.contains(.chairBusy) else { throw obstacle }
        let day = model[.chairDay(chair.id, date)]
        let conflict = day.conflict(with: slot, for: seeker.visitor, joining: group, at: now)
        if let conflict { broken.insert(conflict.asRule(busy: .chairBusy)) }
        let joined = conflict == .full ? nil : group?.visit
        return (chair, day.overlapping([slot], except: seeker.visitor.moving, joining: joined))
    }
}
