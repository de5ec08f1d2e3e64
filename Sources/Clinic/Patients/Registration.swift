public import EventSourcing
public import Identifiers

/// The state of a patient without personal data: whether the patient is registered, whether the record is restricted,
/// and which accounts have emergency access to it. Decisions that need no personal data read it instead of `Patient`.
public struct Registration: EventSourced {
    public static let initial = Registration()
    public static let readsPersonal = false

    /// Whether the patient is registered and not erased.
    public private(set) var isCurrent = false
    /// The position of the patient's last event of the type `PatientEvent`: a registration, change, restriction,
    /// erasure, confirmed public booking, acceptance, merge or undone merge.
    public private(set) var version: Int64 = 0
    /// Whether the patient is provisional: asked for a first appointment without an account, and not yet accepted by
    /// the clinic.
    public private(set) var isProvisional = false
    /// Whether the patient's record is restricted to those who treat the patient.
    public private(set) var isRestricted = false
    /// The merge that the record is part of; `nil` if it is merged with no other record.
    public private(set) var merge: RecordMerge?
    private var patient: ID<Patient>?
    /// The emergency accesses to the patient's restricted record: each account, and the end of the account's access.
    /// Accesses that have ended are removed when the next access begins.
    private var emergencies: [(account: UUIDBytes, until: Instant)] = []

    public func hasEmergencyAccess(_ account: UUIDBytes, at now: Instant) -> Bool {
        emergencies.contains { $0.account == account && now < $0.until }
    }

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        if case .emergency(.glassBroken(let broken)) = recorded.event {
            emergencies.removeAll { $0.until <= recorded.recordedAt }
            emergencies.append((broken.account, broken.until))
        }
        guard case .patient(let event) = recorded.event else { return }
        version = recorded.position
        switch event {
        case .patientRegistered(let registered):
            isCurrent = true
            patient = registered.patient
        case .patientErased:
            isCurrent = false
            // An erased patient's record is not restricted, since it has no details left.
            isRestricted = false
            isProvisional = false
        case .patientRestrictionSet(let set): isRestricted = set.restricted
        case .publicBookingConfirmed: isProvisional = true
        case .provisionalPatientAccepted: isProvisional = false
        case .patientMerged(let merged):
            merge = merged.patient == patient ? .into(merged.into) : .with(merged.patient)
        case .patientUnmerged: merge = nil
        case .patientDetailsChanged, .patientContactChanged, .patientRecordsErased, .patientRecordsSealed: break
        }
    }
}

extension Subject<Registration> {
    public static func registration(of patient: ID<Patient>) -> Subject<Registration> { Subject(.patient(patient)) }
}
