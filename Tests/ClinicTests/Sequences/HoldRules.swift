import Clinic
import EventSourcing
import Identifiers

/// The rules for holds, which must be true after every sequence of commands.
enum HoldRules {
    /// The faults of all holds: two holds of one patient that are in effect, or two such holds of one doctor or chair
    /// at the same time that are not places in one group visit.
    static func faults(_ feed: [Recorded<ClinicEvent>]) -> [String] {
        var inEffect: [Hold] = []
        var faults: [String] = []
        for recorded in feed {
            if case .appointment(.booked(let booked)) = recorded.event {
                inEffect.removeAll { $0.patient == booked.visit.patient && isUsedUp($0.place, by: booked.visit.place) }
            }
            guard case .hold(let event) = recorded.event else { continue }
            let hold = event.hold
            inEffect.removeAll { $0.expiresAt <= recorded.recordedAt || $0.id == hold.id }
            guard case .held = event else { continue }
            for other in inEffect {
                if other.patient == hold.patient { faults.append("a patient with two holds") }
                if let group = hold.group, group == other.group { continue }
                let (place, taken) = (hold.place, other.place)
                for member in place.staff {
                    let theirs = taken.times(of: member)
                    if place.times(of: member).contains(where: { time in theirs.contains { $0.overlaps(time) } }) {
                        faults.append("a member of staff held twice")
                    }
                }
                if place.chair == taken.chair, place.chairSlot.overlaps(taken.chairSlot) {
                    faults.append("a chair held twice")
                }
            }
            inEffect.append(hold)
        }
        return faults
    }

    /// Whether a hold ends, without an event of its own, because its patient books a visit at a place.
    private static func isUsedUp(_ held: Place, by place: Place) -> Bool {
        held.chair == place.chair && held.date == place.date && held.staff.allSatisfy(place.staff.contains)
    }
}
