public import EventSourcing
import Identifiers

public enum PatientEvent: FeatureEvent {
    case patientRegistered(PatientRegistered)
    case patientDetailsChanged(PatientDetailsChanged)
    case patientContactChanged(PatientContactChanged)
    case patientErased(PatientErased)
    case patientRecordsErased(PatientRecordsErased)
    case patientRecordsSealed(PatientRecordsSealed)
    case patientRestrictionSet(PatientRestrictionSet)
    case publicBookingConfirmed(PublicBookingConfirmed)
    case provisionalPatientAccepted(ProvisionalPatientAccepted)
    case patientMerged(PatientMerged)
    case patientUnmerged(PatientUnmerged)

    public var payload: any EventPayload {
        switch self {
        case .patientRegistered(let payload): payload
        case .patientDetailsChanged(let payload): payload
        case .patientContactChanged(let payload): payload
        case .patientErased(let payload): payload
        case .patientRecordsErased(let payload): payload
        case .patientRecordsSealed(let payload): payload
        case .patientRestrictionSet(let payload): payload
        case .publicBookingConfirmed(let payload): payload
        case .provisionalPatientAccepted(let payload): payload
        case .patientMerged(let payload): payload
        case .patientUnmerged(let payload): payload
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(PatientRegistered.self) { .patient(.patientRegistered($0)) }
            .with(PatientDetailsChanged.self) { .patient(.patientDetailsChanged($0)) }
            .with(PatientContactChanged.self) { .patient(.patientContactChanged($0)) }
            .with(PatientErased.self) { .patient(.patientErased($0)) }
            .with(PatientRecordsErased.self) { .patient(.patientRecordsErased($0)) }
            .with(PatientRecordsSealed.self) { .patient(.patientRecordsSealed($0)) }
            .with(PatientRestrictionSet.self) { .patient(.patientRestrictionSet($0)) }
            .with(PublicBookingConfirmed.self) { .patient(.publicBookingConfirmed($0)) }
            .with(ProvisionalPatientAccepted.self) { .patient(.provisionalPatientAccepted($0)) }
            .with(PatientMerged.self) { .patient(.patientMerged($0)) }
            .with(PatientUnmerged.self) { .patient(.patientUnmerged($0)) }
    }

    /// The patient whom the event is about; of a merge, the merged record.
    var patient: ID<Patient> {
        switch self {
        case .patientRegistered(let payload): payload.patient
        case .patientDetailsChanged(let payload): payload.patient
        case .patientContactChanged(let payload): payload.patient
        case .patientErased(let payload): payload.patient
        case .patientRecordsErased(let payload): payload.patient
        case .patientRecordsSealed(let payload): payload.texts.patient
        case .patientRestrictionSet(let payload): payload.patient
        case .publicBookingConfirmed(let payload): payload.patient
        case .provisionalPatientAccepted(let payload): payload.patient
        case .patientMerged(let payload): payload.patient
        case .patientUnmerged(let payload): payload.patient
        }
    }

    /// The surviving record of a merge that the event makes or undoes; `nil` for other events.
    var survivor: ID<Patient>? {
        switch self {
        case .patientMerged(let merged): merged.into
        case .patientUnmerged(let unmerged): unmerged.from
        case .patientRegistered, .patientDetailsChanged, .patientContactChanged, .patientErased, .patientRecordsErased,
            .patientRecordsSealed, .patientRestrictionSet, .publicBookingConfirmed, .provisionalPatientAccepted:
            nil
        }
    }

    /// The patients' records that the event changes.
    var records: [ID<Patient>] { [patient] + (survivor.map { [$0] } ?? []) }
}
