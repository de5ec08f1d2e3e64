public import EventSourcing
public import Identifiers

/// Whether somebody is the clinic's patient, and to whom their record is open: all that a decision about them has to know
/// that needs none of their data.
public struct Registration: EventSourced {
    public static let initial = Registration()
    public static let readsPersonal = false

    /// Registered, and not erased.
    public private(set) var isCurrent = false
    /// The position of the last event on the patient's data.
    public private(set) var version: Int64 = 0
    /// The record is for those who treat the patient.
    public private(set) var isRestricted = false
    /// The accounts that opened the record in an emergency, and until when it is open to each.
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
            // There is nobody left in it.
            isRestricted = false
        case .patientRestrictionSet(let set): isRestricted = set.restricted
        case .patientDetailsChanged, .patientContactChanged, .patientRecordsErased: break
        }
    }
}

extension Subject<Registration> {
    public static func registration(of patient: ID<Patient>) -> Subject<Registration> { Subject(.patient(patient)) }
}
