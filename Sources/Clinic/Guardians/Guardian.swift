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

/// A patient's relation to a record of the clinic. Each check of a patient's access to a record reads it
/// (`DecisionModel.relation(of:to:)`), so a guardian has the same rights at every endpoint.
public enum RecordRelation: Hashable, Sendable {
    /// The record is the patient's own, or was merged into it.
    case own
    /// The patient looks after the record's patient, and the clinic lets guardians act: the guardian reads and writes.
    case guardian
    /// The patient looks after the record's patient, and the clinic does not let guardians act: the guardian reads.
    case readingGuardian
    /// The patient may not see the record. This includes a guardian while the record is restricted.
    case none

    /// Whether the patient may see the record.
    var reads: Bool { self != .none }
    /// Whether the patient may change the record: book, sign, send files and messages.
    var writes: Bool { self == .own || self == .guardian }
}

extension DecisionModel<ClinicEvent> {
    /// The relation of a patient to a record. A restriction of the record, or of one that is merged with it, suspends
    /// all guardians.
    public mutating func relation(of patient: ID<Patient>, to record: ID<Patient>) -> RecordRelation {
        if record == patient || self[.registration(of: record)].mergedInto == patient { return .own }
        guard looks(patient, after: record) else { return .none }
        return self[.basics].rules.desk.guardiansBook ? .guardian : .readingGuardian
    }

    /// Whether a patient sees a record as a guardian: the record's patient, or the patient of the surviving record, is
    /// a dependant, and none of the person's records is restricted. Dependants of a record that was merged into the
    /// guardian's are the guardian's.
    public mutating func looks(_ guardian: ID<Patient>, after record: ID<Patient>) -> Bool {
        let survivor = self[.registration(of: record)].mergedInto ?? record
        let dependants = records(shownFor: guardian).flatMap { self[.guardian($0)].dependants }
        guard dependants.contains(record) || dependants.contains(survivor) else { return false }
        for known in records(ofPersonWith: record) where self[.registration(of: known)].isRestricted { return false }
        return true
    }

    /// Whether a patient may book, move, cancel and confirm appointments for a dependant: the patient must be the
    /// dependant's guardian, the dependant's record must not be restricted, and the clinic must let guardians do so.
    mutating func mayAct(_ guardian: ID<Patient>, for dependant: ID<Patient>) -> Bool {
        looks(guardian, after: dependant) && self[.basics].rules.desk.guardiansBook
    }
}
