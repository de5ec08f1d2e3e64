public import EventSourcing
public import Identifiers
public import JSON

/// A merge of two patient records was undone. Each of the two records has again what it would have without the merge.
public struct PatientUnmerged: EventPayload, Hashable {
    /// The record whose merge into another record was undone.
    public let patient: ID<Patient>
    /// The record into which the other record was merged before the merge was undone.
    public let from: ID<Patient>
    /// The bucket of names and birth dates of the record whose merge was undone.
    public let identity: PatientIdentity
    public let reason: Personal<String>

    public static let stored = StoredType("patient-unmerged")
    public static let codec = object(
        PatientUnmerged.init(patient:from:identity:reason:), field("patient_id", \.patient, .id()),
        field("from_id", \.from, .id()), field("identity", \.identity, PatientIdentity.codec),
        field("reason", \.reason, .personal(.contact, .prose(max: 500))))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.patient(patient), .patient(from), .patientIdentity(identity)] }
}
