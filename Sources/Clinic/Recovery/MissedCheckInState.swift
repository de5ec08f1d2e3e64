public import EventSourcing
import Identifiers

/// A missed check-in, for decisions.
public struct MissedCheckInState: EventSourced {
    public static let initial = MissedCheckInState()
    public static let readsPersonal = false

    /// The plan at the time when the check-in was missed; `nil` if no such check-in was missed.
    private(set) var plan: CheckInPlan?
    private(set) var isSeen = false

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .recovery(let event) = recorded.event else { return }
        switch event {
        case .missed(let missed): plan = missed.plan
        case .seen: isSeen = true
        case .started, .intervalsSet, .checkedIn, .reminded, .contactDue, .ended, .erased: break
        }
    }
}

extension Subject where State == MissedCheckInState {
    static func missedCheckIn(_ id: ID<MissedCheckIn>) -> Subject { Subject(.missedCheckIn(id)) }
}
