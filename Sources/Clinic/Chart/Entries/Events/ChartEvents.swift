public import EventSourcing
public import Identifiers
public import JSON

/// A new allergy of a patient was recorded, or the facts of a recorded allergy were replaced.
public struct AllergyRecorded: EventPayload, Hashable {
    public let allergy: ID<Allergy>
    public let patient: ID<Patient>
    public let facts: AllergyFacts

    public static let stored = StoredType("allergy-recorded")
    public static let codec = object(
        AllergyRecorded.init(allergy:patient:facts:), field("allergy_id", \.allergy, .id()),
        field("patient_id", \.patient, .id()), field("facts", \.facts, AllergyFacts.codec))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.allergy(allergy), .chart(of: patient)] }
}

/// A new condition of a patient was recorded, or the facts of a recorded condition were replaced.
public struct ConditionRecorded: EventPayload, Hashable {
    public let condition: ID<Condition>
    public let patient: ID<Patient>
    public let facts: ConditionFacts

    public static let stored = StoredType("condition-recorded")
    public static let codec = object(
        ConditionRecorded.init(condition:patient:facts:), field("condition_id", \.condition, .id()),
        field("patient_id", \.patient, .id()), field("facts", \.facts, ConditionFacts.codec))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.condition(condition), .chart(of: patient)] }
}

/// A new medication of a patient was recorded, or the facts of a recorded medication were replaced.
public struct MedicationRecorded: EventPayload, Hashable {
    public let medication: ID<Medication>
    public let patient: ID<Patient>
    public let facts: MedicationFacts

    public static let stored = StoredType("medication-recorded")
    public static let codec = object(
        MedicationRecorded.init(medication:patient:facts:), field("medication_id", \.medication, .id()),
        field("patient_id", \.patient, .id()), field("facts", \.facts, MedicationFacts.codec))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.medication(medication), .chart(of: patient)] }
}

/// An entry of a patient's chart was resolved, or was marked as entered in error.
public struct ChartEntryEnded: EventPayload, Hashable {
    public let entry: ChartEntryID
    public let patient: ID<Patient>
    public let end: ChartEntryEnd
    public let reason: Personal<String>

    public static let stored = StoredType("chart-entry-ended")
    public static let codec = object(
        ChartEntryEnded.make(kind:uuid:patient:end:reason:), field("kind", \.entry.kind, .stringEnum),
        field("entry_id", \.entry.uuid, .uuid), field("patient_id", \.patient, .id()),
        field("end", \.end, .stringEnum), field("reason", \.reason, .personal(.clinical, .prose(max: 500))))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [entry.tag, .chart(of: patient)] }

    private static func make(
        kind: ChartEntryKind, uuid: UUIDBytes, patient: ID<Patient>, end: ChartEntryEnd, reason: Personal<String>
    ) -> ChartEntryEnded {
        ChartEntryEnded(entry: ChartEntryID(kind, uuid), patient: patient, end: end, reason: reason)
    }
}
