public import EventSourcing
public import Identifiers
public import JSON

public enum PatientEvent: FeatureEvent {
    case patientRegistered(PatientRegistered)
    case patientDetailsChanged(PatientDetailsChanged)
    case patientContactChanged(PatientContactChanged)

    public var payload: any EventPayload {
        switch self {
        case .patientRegistered(let payload): payload
        case .patientDetailsChanged(let payload): payload
        case .patientContactChanged(let payload): payload
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(PatientRegistered.self) { .patient(.patientRegistered($0)) }
            .with(PatientDetailsChanged.self) { .patient(.patientDetailsChanged($0)) }
            .with(PatientContactChanged.self) { .patient(.patientContactChanged($0)) }
    }

    var patient: ID<Patient> {
        switch self {
        case .patientRegistered(let payload): payload.patient
        case .patientDetailsChanged(let payload): payload.patient
        case .patientContactChanged(let payload): payload.patient
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
    public var tags: [Tag] { [.patient(patient), .patientIdentity(identity)] }
}

/// The clinic's staff put down what is so now.
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

    public var tags: [Tag] {
        let tags: [Tag] = [.patient(patient), .patientIdentity(identity)]
        return identity == previousIdentity ? tags : tags + [.patientIdentity(previousIdentity)]
    }
}

/// The patient said how to be reached from now on.
public struct PatientContactChanged: EventPayload, Hashable {
    public let patient: ID<Patient>
    public let contact: PatientContact

    public static let stored = StoredType("patient-contact-changed")
    public static let codec = object(
        PatientContactChanged.init, field("patient_id", \.patient, .id()),
        field("contact", \.contact, PatientContact.codec))
    public var tags: [Tag] { [.patient(patient)] }
}
