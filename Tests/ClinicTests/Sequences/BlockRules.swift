import Clinic
import EventSourcing

/// The rules for blocked times, which must hold after every sequence of commands.
enum BlockRules {
    /// The faults of all bookings: a booking without an override in a time in which its doctor or chair is blocked.
    static func faults(_ feed: [Recorded<ClinicEvent>]) -> [String] {
        var blocks: [Block] = []
        var faults: [String] = []
        for recorded in feed {
            switch recorded.event {
            case .block(.blocked(let event)): blocks.append(event.block)
            case .block(.removed(let event)): blocks.removeAll { $0.id == event.block.id }
            case .appointment(.booked(let event)):
                let place = event.visit.place
                let isBlocked = blocks.contains { block in
                    (block.doctors.contains(place.doctor) || block.chairs.contains(place.chair))
                        && block.slot.overlaps(place.slot)
                }
                if isBlocked, event.override == nil { faults.append("a booking in blocked time") }
            default: break
            }
        }
        return faults
    }
}
