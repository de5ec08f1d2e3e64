public import EventSourcing
public import Identifiers

/// The kinds of entries in a patient's chart.
public enum ChartEntryKind: String, CaseIterable, Hashable, Sendable {
    case allergy, condition, medication
}

/// The id of an entry of a patient's chart: an allergy, a condition, or a medication that the patient takes.
public struct ChartEntryID: Hashable, Sendable {
    public let kind: ChartEntryKind
    public let uuid: UUIDBytes

    public init(_ kind: ChartEntryKind, _ uuid: UUIDBytes) {
        self.kind = kind
        self.uuid = uuid
    }

    /// The tag of the events of an entry of a patient's chart.
    public var tag: Tag {
        switch kind {
        case .allergy: .allergy(ID(uuid))
        case .condition: .condition(ID(uuid))
        case .medication: .medication(ID(uuid))
        }
    }
}

/// A type that only distinguishes the ids of conditions, `ID<Condition>`, from other ids.
public enum Condition {}

/// A type that only distinguishes the ids of the medications that patients take, `ID<Medication>`, from other ids.
public enum Medication {}
