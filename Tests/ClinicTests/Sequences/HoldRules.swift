import Clinic
import EventSourcing
import Identifiers

/// The rules that holds keep, whichever commands were carried out.
enum HoldRules {
    /// The faults of all holds: two holds in effect of one patient, or of one doctor or chair at a time.
    static func faults(_ feed: [Recorded<ClinicEvent>]) -> [String] {
        var inEffect: [Hold] = []
        var faults: [String] = []
        for recorded in feed {
            guard case .hold(let event) = recorded.event else { continue }
            let hold = event.hold
            inEffect.removeAll { $0.expiresAt <= recorded.recordedAt || $0.id == hold.id }
            guard case .held = event else { continue }
            for other in inEffect {
                if other.patient == hold.patient { faults.append("a patient with two holds") }
                let (place, taken) = (hold.place, other.place)
                if place.doctor == taken.doctor, place.slot.overlaps(taken.slot) {
                    faults.append("a doctor held twice")
                }
                if place.chair == taken.chair, place.chairSlot.overlaps(taken.chairSlot) {
                    faults.append("a chair held twice")
                }
            }
            inEffect.append(hold)
        }
        return faults
    }
}
