import EventSourcing
import Identifiers

extension Placement {
    /// Finds a free chair. It reads the chairs one after the other and stops at the first free one, so that a
    /// concurrent booking of another chair does not make this decision stale. Each doctor's search begins with another
    /// chair, so that two doctors seldom try the same chair. If none is free, and rules may be broken, it is the chair
    /// with which the search began.
    func freeChair(
        for doctor: StaffMember, _ slot: Slot, _ date: CivilDate, _ preferred: ID<Chair>?,
        _ model: inout DecisionModel<ClinicEvent>, _ settings: ClinicSettings, _ broken: inout Set<BookingRule>,
        at now: Instant
    ) throws(Obstacle) -> (Chair, beside: [ID<Appointment>]) {
        var chairs = settings.activeChairs.filter { $0.has(needs) }
        if let chair {
            chairs.removeAll { $0.id != chair }
        } else if !chairs.isEmpty {
            let turn = (settings.staff.all.firstIndex { $0.id == doctor.id } ?? 0) % chairs.count
            chairs = Array(chairs[turn...] + chairs[..<turn])
            if let index = chairs.firstIndex(where: { $0.id == preferred }) { chairs.swapAt(0, index) }
        }
        var obstacle = Obstacle.noChair
        for chair in chairs {
            let day = model[.chairDay(chair.id, date)]
            switch day.conflict(with: slot, for: seeker.visitor, at: now) {
            case nil: return (chair, day.overlapping([slot], except: seeker.visitor.moving))
            case .held: obstacle = .held
            case .taken: break
            }
        }
        guard let chair = chairs.first, breakable.contains(.chairBusy) else { throw obstacle }
        let day = model[.chairDay(chair.id, date)]
        let conflict = day.conflict(with: slot, for: seeker.visitor, at: now)
        if let conflict { broken.insert(conflict.asRule(busy: .chairBusy)) }
        return (chair, day.overlapping([slot], except: seeker.visitor.moving))
    }
}
