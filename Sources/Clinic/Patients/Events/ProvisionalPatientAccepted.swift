public import EventSourcing
public import Identifiers
public import JSON

/// The clinic accepted a provisional patient: a person who had asked for a first appointment without an account.
public struct ProvisionalPatientAccepted: EventPayload, Hashable {
    public let patient: ID<Patient>

    public static let stored = StoredType("provisional-patient-accepted")
    public static let codec = object(
        ProvisionalPatientAccepted.init(patient:), field("patient_id", \.patient, .id()))
    public var tags: [Tag] { [.patient(patient)] }
}
