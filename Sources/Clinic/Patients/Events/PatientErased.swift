public import EventSourcing
public import Identifiers
public import JSON

/// The patient's identity and contact details were erased. The key that encrypts them was destroyed in the transaction
/// of this event. Treatment and payments stay under the patient's number.
public struct PatientErased: EventPayload, Hashable {
    public let patient: ID<Patient>
    /// The bucket that the patient was in. It is the tag by which `PossibleDuplicates` receives this event, so that
    /// later registrations are not compared with the patient.
    public let identity: PatientIdentity
    public let reason: ErasureReason

    public static let stored = StoredType("patient-erased")
    public static let codec = object(
        PatientErased.init(patient:identity:reason:), field("patient_id", \.patient, .id()),
        field("identity", \.identity, PatientIdentity.codec),
        field("reason", \.reason, .stringEnum))
    public var tags: [Tag] { [.patient(patient), .patientIdentity(identity)] }
}
