public import EventSourcing
public import Identifiers

/// The state of a patient who is the guardian of other patients.
public struct Guardian: EventSourced {
    /// The guardian's dependants, in the order in which they were added.
    public private(set) var dependants: [ID<Patient>] = []

    public static let initial = Guardian()
    public static let readsPersonal = false

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .guardian(let event) = recorded.event else { return }
        dependants = event.applied(to: dependants)
    }
}

extension GuardianEvent {
    func applied(to dependants: [ID<Patient>]) -> [ID<Patient>] {
        switch self {
        case .guardianNamed(let named): dependants.filter { $0 != named.dependant } + [named.dependant]
        case .guardianReleased(let released): dependants.filter { $0 != released.dependant }
        }
    }
}

extension Subject<Guardian> {
    public static func guardian(_ id: ID<Patient>) -> Subject<Guardian> { Subject(.guardian(id)) }
}

extension DecisionModel<ClinicEvent> {
    /// Whether a patient may book, move, cancel and confirm appointments for a dependant: the patient must be the
    /// dependant's guardian, and the clinic must let guardians do so.
    mutating func mayAct(_ guardian: ID<Patient>, for dependant: ID<Patient>) -> Bool {
        let isPermitted = self[.basics].rules.desk.guardiansBook
        return self[.guardian(guardian)].dependants.contains(dependant) && isPermitted
    }
}
