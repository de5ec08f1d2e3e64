public import EventSourcing
public import Identifiers
public import JSON

public struct PatientRegistered: EventPayload, Hashable {
    public let patient: ID<Patient>
    public let details: PatientDetails
    public let identity: PatientIdentity

    public static let stored = StoredType("patient-registered")
    public static let codec = object(
        PatientRegistered.init(patient:details:identity:), field("patient_id", \.patient, .id()),
        field("details", \.details, PatientDetails.codec),
        field("identity", \.identity, PatientIdentity.codec))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.patient(patient), .patientIdentity(identity)] }
}
