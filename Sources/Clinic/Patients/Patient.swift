public import EventSourcing
public import Identifiers

/// The state of a patient of the clinic, with the personal details.
public struct Patient: EventSourced {
    /// The patient's details; `nil` before the registration and after the erasure.
    public private(set) var details: PatientDetails?
    public private(set) var identity: PatientIdentity?
    public private(set) var isErased = false
    public private(set) var erasedRecords: Set<PatientRecordsErased.Records> = []
    /// The records whose texts were sealed when the patient was erased.
    public private(set) var sealedRecords: Set<PatientRecordsErased.Records> = []
    /// The position of the patient's last event of the type `PatientEvent`: a registration, change, restriction,
    /// erasure, confirmed public booking, acceptance, merge or undone merge.
    public private(set) var version: Int64 = 0

    public static let initial = Patient()

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .patient(let event) = recorded.event else { return }
        version = recorded.position
        switch event {
        case .patientRegistered(let registered):
            details = registered.details.unlessErased
            identity = registered.identity
        case .patientDetailsChanged(let changed):
            details = changed.details.unlessErased
            identity = changed.identity
        case .patientContactChanged(let changed): details?.contact = changed.contact
        case .patientErased:
            details = nil
            isErased = true
        case .patientRecordsErased(let erased): erasedRecords.insert(erased.records)
        case .patientRecordsSealed(let sealed): sealedRecords.insert(sealed.texts.records)
        case .patientRestrictionSet, .publicBookingConfirmed, .provisionalPatientAccepted, .patientMerged,
            .patientUnmerged:
            break
        }
    }
}

extension Subject<Patient> {
    public static func patient(_ id: ID<Patient>) -> Subject<Patient> { Subject(.patient(id)) }
}
