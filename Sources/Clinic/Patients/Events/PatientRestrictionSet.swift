public import EventSourcing
public import Identifiers
public import JSON

/// A patient's record was restricted to those who treat the patient, or opened to all staff again.
public struct PatientRestrictionSet: EventPayload, Hashable {
    public let patient: ID<Patient>
    public let restricted: Bool

    public static let stored = StoredType("patient-restriction-set")
    public static let codec = object(
        PatientRestrictionSet.init(patient:restricted:), field("patient_id", \.patient, .id()),
        field("restricted", \.restricted, .bool))
    public var tags: [Tag] { [.patient(patient)] }
}
