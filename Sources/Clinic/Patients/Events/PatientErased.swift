public import EventSourcing
public import Identifiers
public import JSON

/// The patient's identity and contact details were erased. The key that encrypts them was destroyed in the transaction
/// of this event. The records of treatments and payments stay, under the patient's id.
public struct PatientErased: EventPayload, Hashable {
    public let patient: ID<Patient>
    /// The bucket of names and birth dates that the patient was in. The event has the bucket's tag, so that
    /// `PossibleDuplicates` receives it, and no later registration is compared with the erased patient.
    public let identity: PatientIdentity
    public let reason: ErasureReason

    public static let stored = StoredType("patient-erased")
    public static let codec = object(
        PatientErased.init(patient:identity:reason:), field("patient_id", \.patient, .id()),
        field("identity", \.identity, PatientIdentity.codec),
        field("reason", \.reason, .stringEnum))
    public var tags: [Tag] { [.patient(patient), .patientIdentity(identity)] }
}
