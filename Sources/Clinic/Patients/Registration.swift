public import EventSourcing
public import Identifiers

/// The state of a patient without personal data: whether the patient is registered, and which accounts may open the
/// record. Decisions that need no personal data read it instead of `Patient`.
public struct Registration: EventSourced {
    public static let initial = Registration()
    public static let readsPersonal = false

    /// Whether the patient is registered and not erased.
    public private(set) var isCurrent = false
    /// The position of the last event that changed the patient's data.
    public private(set) var version: Int64 = 0
    /// Whether the record is restricted to those who treat the patient.
    public private(set) var isRestricted = false
    /// The accounts that have emergency access to the patient's restricted record, and the end of each access.
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
        case .patientRegistered: isCurrent = true
        case .patientErased:
            isCurrent = false
            // An erased record is not restricted, since it has no data left.
            isRestricted = false
        case .patientRestrictionSet(let set): isRestricted = set.restricted
        case .patientDetailsChanged, .patientContactChanged, .patientRecordsErased: break
        }
    }
}

extension Subject<Registration> {
    public static func registration(of patient: ID<Patient>) -> Subject<Registration> { Subject(.patient(patient)) }
}
