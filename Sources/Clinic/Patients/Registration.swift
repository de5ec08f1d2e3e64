public import EventSourcing
import Identifiers

/// Whether somebody is the clinic's patient: all that a decision about them has to know that needs none of their data.
public struct Registration: EventSourced {
    public static let initial = Registration()
    public static let readsPersonal = false

    /// Registered, and not erased.
    public private(set) var isCurrent = false
    /// The position of the last event on the patient's data.
    public private(set) var version: Int64 = 0

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .patient(let event) = recorded.event else { return }
        version = recorded.position
        switch event {
        case .patientRegistered: isCurrent = true
        case .patientErased: isCurrent = false
        case .patientDetailsChanged, .patientContactChanged, .patientRecordsErased: break
        }
    }
}

extension Subject<Registration> {
    static func registration(of patient: ID<Patient>) -> Subject<Registration> { Subject(.patient(patient)) }
}
