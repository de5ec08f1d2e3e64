public import EventSourcing
public import Identifiers
public import JSON

/// A patient changed their own contact details.
public struct PatientContactChanged: EventPayload, Hashable {
    public let patient: ID<Patient>
    public let contact: PatientContact

    public static let stored = StoredType("patient-contact-changed")
    public static let codec = object(
        PatientContactChanged.init(patient:contact:), field("patient_id", \.patient, .id()),
        field("contact", \.contact, PatientContact.codec))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.patient(patient)] }
}
