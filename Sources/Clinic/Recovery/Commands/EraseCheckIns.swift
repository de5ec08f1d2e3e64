public import EventSourcing
public import Identifiers

/// The command with which a person without a clinic erases the check-ins of the account. It ends the plan, deletes the
/// plan's document, and destroys the key that encrypts the contacts of all plans of the account.
///
/// The erasure is final. The times of the check-ins stay in the log, under the account's id.
public struct EraseCheckIns: Decision {
    let person: ID<Patient>

    /// - Parameter account: the id of the account of the person without a clinic.
    public init(of account: ID<Patient>) { person = account }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Never) -> [ClinicEvent] {
        let erased = ClinicEvent.recovery(.erased(CheckInsErased(person: person)))
        return switch model[.checkIns(of: person)] {
        case .none, .erased: []
        case .running(let plan): plan.stopped(at: now) + [erased]
        case .ended: [erased]
        }
    }
}
