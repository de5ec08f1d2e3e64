public import EventSourcing
public import Identifiers
public import JSON

/// A patient's record was merged into another record, since both are about one person. Each record keeps its events.
public struct PatientMerged: EventPayload, Hashable {
    /// The merged record: the patient's record that was merged into another record.
    public let patient: ID<Patient>
    /// The surviving record, under which the person is found from now on.
    public let into: ID<Patient>
    /// The bucket of names and birth dates that the merged record is in. The event has the bucket's tag, so that
    /// `PossibleDuplicates` names the surviving record instead of the merged one.
    public let identity: PatientIdentity
    public let reason: Personal<String>

    public static let stored = StoredType("patient-merged")
    public static let codec = object(
        PatientMerged.init(patient:into:identity:reason:), field("patient_id", \.patient, .id()),
        field("into_id", \.into, .id()), field("identity", \.identity, PatientIdentity.codec),
        field("reason", \.reason, .personal(.contact, .prose(max: 500))))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.patient(patient), .patient(into), .patientIdentity(identity)] }
}
