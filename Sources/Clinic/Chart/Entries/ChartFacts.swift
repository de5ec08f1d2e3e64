public import EventSourcing

/// The facts of an entry of a patient's chart, which is an allergy, a condition or a medication.
public protocol ChartFacts: Hashable, Sendable {
    /// A copy of the entry's facts, without the values that are erased with the patient's clinical records.
    var erased: Self { get }
    /// The text of the alert that staff see while the entry is current; `nil` if the entry is no alert.
    var alert: Personal<String>? { get }
}

/// The facts of one entry of a patient's chart, by the kind of the entry.
public enum ChartEntry: Hashable, Sendable {
    case allergy(AllergyFacts)
    case condition(ConditionFacts)
    case medication(MedicationFacts)

    public var kind: ChartEntryKind {
        switch self {
        case .allergy: .allergy
        case .condition: .condition
        case .medication: .medication
        }
    }
}
