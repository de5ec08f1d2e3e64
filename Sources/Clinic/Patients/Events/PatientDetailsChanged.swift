public import EventSourcing
public import Identifiers
public import JSON

/// The clinic's staff changed the details of a patient.
public struct PatientDetailsChanged: EventPayload, Hashable {
    public let patient: ID<Patient>
    public let details: PatientDetails
    public let identity: PatientIdentity
    public let previousIdentity: PatientIdentity

    public static let stored = StoredType("patient-details-changed")
    public static let codec = object(
        PatientDetailsChanged.init(patient:details:identity:previousIdentity:), field("patient_id", \.patient, .id()),
        field("details", \.details, PatientDetails.codec), field("identity", \.identity, PatientIdentity.codec),
        field("previous_identity", \.previousIdentity, PatientIdentity.codec))
    public var person: UUIDBytes? { patient.uuid }

    public var tags: [Tag] {
        let tags: [Tag] = [.patient(patient), .patientIdentity(identity)]
        return identity == previousIdentity ? tags : tags + [.patientIdentity(previousIdentity)]
    }
}
