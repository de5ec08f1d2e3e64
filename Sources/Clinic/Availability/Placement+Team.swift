import EventSourcing
import Identifiers

/// The doctor and, if the visit has segments, the hygienist whom a `Placement` chose.
struct Team {
    let doctor: StaffMember
    let hygienist: StaffMember?
    /// The appointments of the doctor or the hygienist that overlap the placed visit, without the visit itself.
    let beside: [ID<Appointment>]

    func segments(_ parts: [VisitSegment]?) -> VisitSegments? {
        guard let hygienist, let parts else { return nil }
        return VisitSegments(hygienist: hygienist.id, parts: parts)
    }
}

/// A member of staff who could treat in a visit, and the rules of booking that the visit would break.
private struct TeamOption {
    let member: StaffMember
    /// The number of visits of the member of staff on the day of the visit. A group visit counts once.
    let load: Int
    let breaks: Set<BookingRule>
    let beside: [ID<Appointment>]

    /// The rank of a member of staff; the member with the lowest rank is chosen for the visit. The number of the
    /// member's visits counts only if no rule of booking is broken.
    var rank: (Int, Int) { (breaks.count, breaks.isEmpty ? load : 0) }
}

extension Placement {
    /// Finds the free doctor with the fewest appointments that day and, if the visit has segments, the free hygienist
    /// with the fewest. If nobody is free, and rules of booking may be broken, finds the doctor and the hygienist for
    /// whom the fewest rules are broken.
    ///
    /// - Parameters:
    ///   - first: the slot's first five-minute atom.
    ///   - group: the group visit that the patient joins; `nil` if the patient joins none.
    func team(
        of doctors: [StaffMember], _ slot: Slot, _ first: Int, _ free: FreeTime, joining group: JoinedGroup?,
        _ model: inout DecisionModel<ClinicEvent>, _ broken: inout Set<BookingRule>
    ) throws(Obstacle) -> Team {
        let (able, doctorObstacle) = options(of: doctors, as: .doctor, slot, first, free, joining: group, &model)
        guard let best = able.first else { throw doctorObstacle }
        guard free.parts != nil else {
            broken.formUnion(best.breaks)
            return Team(doctor: best.member, hygienist: nil, beside: best.beside)
        }
        let (hygienists, obstacle) = options(
            of: free.hygienists, as: .hygienist, slot, first, free, joining: nil, &model)
        var chosen: (doctor: TeamOption, hygienist: TeamOption, breaks: Set<BookingRule>)?
        for doctor in able {
            guard let hygienist = hygienists.first(where: { $0.member.id != doctor.member.id }) else { continue }
            let breaks = doctor.breaks.union(hygienist.breaks)
            if breaks.count < chosen?.breaks.count ?? .max { chosen = (doctor, hygienist, breaks) }
        }
        guard let chosen else { throw hygienists.isEmpty ? obstacle : .hygienistBusy }
        broken.formUnion(chosen.breaks)
        let beside = chosen.doctor.beside
        return Team(
            doctor: chosen.doctor.member, hygienist: chosen.hygienist.member,
            beside: beside + chosen.hygienist.beside.filter { !beside.contains($0) })
    }

    /// The members of staff who could treat as the doctor, or as the hygienist, of a visit, the best first; and the
    /// obstacle if there are none.
    private func options(
        of members: [StaffMember], as provider: Provider, _ slot: Slot, _ first: Int, _ free: FreeTime,
        joining group: JoinedGroup?, _ model: inout DecisionModel<ClinicEvent>
    ) -> ([TeamOption], Obstacle) {
        let (settings, frame) = (free.settings, free.frame)
        let runs = free.runs(of: provider).map { first + $0.lowerBound..<first + $0.upperBound }
        let times = runs.compactMap { Slot(start: frame.instant($0.lowerBound), end: frame.instant($0.upperBound)) }
        let busyRule: BookingRule = provider == .doctor ? .doctorBusy : .hygienistBusy
        let busy: Obstacle = provider == .doctor ? .doctorBusy : .hygienistBusy
        var obstacle = Obstacle.outsideHours
        var options: [TeamOption] = []
        for member in members {
            let working = settings.workingTime(of: member, on: frame)
            let works = runs.allSatisfy { working.contains($0) } || isAgreed(slot, times, with: member.id)
            if !works, obstacle == .outsideHours {
                obstacle = settings.absence(of: member, as: provider, during: times, on: frame.date, for: seeker.side)
            }
            guard works || breakable.contains(.outsideHours) else { continue }
            let day = model[.doctorDay(member.id, frame.date)]
            let conflict = day.conflict(with: times, for: seeker.visitor, joining: group, at: free.now)
            if works, conflict == .taken { obstacle = busy }
            if works, conflict == .held, obstacle != busy { obstacle = .held }
            if works, conflict == .full { obstacle = .groupFull }
            guard conflict == nil && works || !breakable.isEmpty else { continue }
            var breaks: Set<BookingRule> = works ? [] : [.outsideHours]
            if let conflict { breaks.insert(conflict.asRule(busy: busyRule)) }
            options.append(
                TeamOption(
                    member: member, load: day.load, breaks: breaks,
                    beside: day.overlapping(
                        times, except: seeker.visitor.moving, joining: conflict == .full ? nil : group?.visit)))
        }
        let order = options.enumerated().sorted { one, other in
            let (left, right) = (one.element.rank, other.element.rank)
            return left == right ? one.offset < other.offset : left < right
        }
        return (order.map(\.element), obstacle)
    }

    /// Whether a reassigned visit already has the given member of staff at the given times, so that the member's hours
    /// are not checked again.
    private func isAgreed(_ slot: Slot, _ times: [Slot], with member: ID<StaffMember>) -> Bool {
        guard let agreed else { return false }
        return agreed.slot == slot && agreed.staff.contains(member) && agreed.times(of: member) == times
    }
}

extension Conflict {
    /// The rule of booking that an appointment with the given conflict breaks: `busy` if the time is taken, else `held`
    /// or `groupFull`.
    func asRule(busy: BookingRule) -> BookingRule {
        switch self {
        case .taken: busy
        case .held: .held
        case .full: .groupFull
        }
    }
}
