import EventSourcing
import Identifiers

extension Agenda {
    /// The group visits of a service in this agenda in which another patient has an appointment or an unexpired hold.
    ///
    /// - Parameter start: the start of the group visits; `nil` for every start.
    func groups(
        of service: ID<Service>, from start: Instant? = nil, for visitor: Visitor, at now: Instant
    ) -> [GroupVisit] {
        var found: [GroupVisit] = []
        func add(_ group: GroupVisit?) {
            guard let group, group.service == service, start == nil || group.start == start, !found.contains(group)
            else { return }
            found.append(group)
        }
        for entry in taken where visitor.isHindered(by: entry.appointment) { add(entry.group) }
        for hold in holds where hold.counts(for: visitor, at: now) { add(hold.group) }
        return found
    }

    /// The number of appointments in a group visit and the number of its held places, without the visitor's own.
    func others(in group: GroupVisit, besides visitor: Visitor, at now: Instant) -> (booked: Int, held: Int) {
        (
            taken.count { $0.group == group && visitor.isHindered(by: $0.appointment) },
            holds.count { $0.group == group && $0.counts(for: visitor, at: now) }
        )
    }

    /// The number of places of a group visit that are neither booked nor held by patients besides the visitor.
    func placesLeft(in group: JoinedGroup, for visitor: Visitor, at now: Instant) -> Int {
        let others = others(in: group.visit, besides: visitor, at: now)
        return max(0, group.capacity - others.booked - others.held)
    }

    /// The number of visits in this agenda. A group visit counts once.
    var load: Int { taken.count { $0.group == nil } + Set(taken.compactMap(\.group)).count }
}
