public import EventSourcing
public import Identifiers
public import JSON

public enum PatientEvent: FeatureEvent {
    case patientRegistered(PatientRegistered)
    case patientDetailsChanged(PatientDetailsChanged)
    case patientContactChanged(PatientContactChanged)
    case patientErased(PatientErased)
    case patientRecordsErased(PatientRecordsErased)
    case patientRestrictionSet(PatientRestrictionSet)

    public var payload: any EventPayload {
        switch self {
        case .patientRegistered(let payload): payload
        case .patientDetailsChanged(let payload): payload
        case .patientContactChanged(let payload): payload
        case .patientErased(let payload): payload
        case .patientRecordsErased(let payload): payload
        case .patientRestrictionSet(let payload): payload
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(PatientRegistered.self) { .patient(.patientRegistered($0)) }
            .with(PatientDetailsChanged.self) { .patient(.patientDetailsChanged($0)) }
            .with(PatientContactChanged.self) { .patient(.patientContactChanged($0)) }
            .with(PatientErased.self) { .patient(.patientErased($0)) }
            .with(PatientRecordsErased.self) { .patient(.patientRecordsErased($0)) }
            .with(PatientRestrictionSet.self) { .patient(.patientRestrictionSet($0)) }
    }

    var patient: ID<Patient> {
        switch self {
        case .patientRegistered(let payload): payload.patient
        case .patientDetailsChanged(let payload): payload.patient
        case .patientContactChanged(let payload): payload.patient
        case .patientErased(let payload): payload.patient
        case .patientRecordsErased(let payload): payload.patient
        case .patientRestrictionSet(let payload): payload.patient
        }
    }
}

public struct PatientRegistered: EventPayload, Hashable {
    public let patient: ID<Patient>
    public let details: PatientDetails
    public let identity: PatientIdentity

    public static let stored = StoredType("patient-registered")
    public static let codec = object(
        PatientRegistered.init, field("patient_id", \.patient, .id()),
        field("details", \.details, PatientDetails.codec),
        field("identity", \.identity, PatientIdentity.codec))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.patient(patient), .patientIdentity(identity)] }
}

/// The clinic's staff changed the patient's details.
public struct PatientDetailsChanged: EventPayload, Hashable {
    public let patient: ID<Patient>
    public let details: PatientDetails
    public let identity: PatientIdentity
    public let previousIdentity: PatientIdentity

    public static let stored = StoredType("patient-details-changed")
    public static let codec = object(
        PatientDetailsChanged.init, field("patient_id", \.patient, .id()),
        field("details", \.details, PatientDetails.codec), field("identity", \.identity, PatientIdentity.codec),
        field("previous_identity", \.previousIdentity, PatientIdentity.codec))
    public var person: UUIDBytes? { patient.uuid }

    public var tags: [Tag] {
        let tags: [Tag] = [.patient(patient), .patientIdentity(identity)]
        return identity == previousIdentity ? tags : tags + [.patientIdentity(previousIdentity)]
    }
}

/// The patient changed their contact details.
public struct PatientContactChanged: EventPayload, Hashable {
    public let patient: ID<Patient>
    public let contact: PatientContact

    public static let stored = StoredType("patient-contact-changed")
    public static let codec = object(
        PatientContactChanged.init, field("patient_id", \.patient, .id()),
        field("contact", \.contact, PatientContact.codec))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.patient(patient)] }
}

/// The record was restricted to those who treat the patient, or opened to all staff again.
public struct PatientRestrictionSet: EventPayload, Hashable {
    public let patient: ID<Patient>
    public let restricted: Bool

    public static let stored = StoredType("patient-restriction-set")
    public static let codec = object(
        PatientRestrictionSet.init, field("patient_id", \.patient, .id()), field("restricted", \.restricted, .bool))
    public var tags: [Tag] { [.patient(patient)] }
}

/// The patient's identity and contact details are erased; the key was destroyed with this event. Treatment and payments
/// stay under the patient's number.
public struct PatientErased: EventPayload, Hashable {
    public let patient: ID<Patient>
    /// The patient's identity until the erasure: later registrations in the same bucket are no longer compared with it.
    public let identity: PatientIdentity
    public let reason: ErasureReason

    public static let stored = StoredType("patient-erased")
    public static let codec = object(
        PatientErased.init, field("patient_id", \.patient, .id()), field("identity", \.identity, PatientIdentity.codec),
        field("reason", \.reason, .stringEnum))
    public var tags: [Tag] { [.patient(patient), .patientIdentity(identity)] }
}

/// The reason of an erasure (GDPR Art. 17 (1)). A choice, not a text, since a text might name the person.
public enum ErasureReason: String, CaseIterable, Hashable, Sendable {
    case requested
    case consentWithdrawn = "consent_withdrawn"
    case noLongerNeeded = "no_longer_needed"
    case unlawful
}
