public import EventSourcing
public import Identifiers
public import JSON

/// A merge of two patient records was undone. Each record has again what it would have without the merge.
public struct PatientUnmerged: EventPayload, Hashable {
    /// The record that was merged.
    public let patient: ID<Patient>
    /// The record into which it was merged.
    public let from: ID<Patient>
    /// The bucket of names and birth dates that the merged record is in.
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
