public import EventSourcing
public import Identifiers
public import JSON

/// A periodontal examination of a patient was recorded.
public struct PerioExamined: EventPayload, Hashable {
    public let examination: ID<PerioExamination>
    public let patient: ID<Patient>
    public let examinedOn: CivilDate
    public let teeth: [PerioTooth]
    public let note: Personal<String>?

    public static let stored = StoredType("perio-examined")
    public static let codec = object(
        PerioExamined.init(examination:patient:examinedOn:teeth:note:),
        field("examination_id", \.examination, .id()),
        field("patient_id", \.patient, .id()),
        field("examined_on", \.examinedOn, .date),
        field("teeth", \.teeth, .perioTeeth),
        optionalField("note", \.note, .personal(.clinical, .prose(max: 1000))))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.perioExamination(examination), .perioExaminations(of: patient)] }
}

/// A periodontal examination was marked as entered in error.
public struct PerioExaminationEnteredInError: EventPayload, Hashable {
    public let examination: ID<PerioExamination>
    public let patient: ID<Patient>
    public let reason: Personal<String>

    public static let stored = StoredType("perio-examination-entered-in-error")
    public static let codec = object(
        PerioExaminationEnteredInError.init(examination:patient:reason:),
        field("examination_id", \.examination, .id()),
        field("patient_id", \.patient, .id()),
        field("reason", \.reason, .personal(.clinical, .prose(max: 500))))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.perioExamination(examination), .perioExaminations(of: patient)] }
}

/// The events of periodontal examinations.
public enum PerioEvent: FeatureEvent {
    case examined(PerioExamined)
    case enteredInError(PerioExaminationEnteredInError)

    public var payload: any EventPayload {
        switch self {
        case .examined(let payload): payload
        case .enteredInError(let payload): payload
        }
    }

    var examination: ID<PerioExamination> {
        switch self {
        case .examined(let event): event.examination
        case .enteredInError(let event): event.examination
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(PerioExamined.self) { .perio(.examined($0)) }
            .with(PerioExaminationEnteredInError.self) { .perio(.enteredInError($0)) }
    }
}
