public import EventSourcing
public import Identifiers

/// The command that reminds a patient, or a person without a clinic, of a check-in that is due soon.
///
/// Servers run this command for each plan with a reminder that is due. The command has no endpoint. If two servers run
/// it for a plan at once, the second decision finds that no reminder is due. If the check-in itself is due already, no
/// reminder is given.
public struct RemindOfCheckIn: Decision {
    let owner: CheckInOwner

    public init(of owner: CheckInOwner) { self.owner = owner }
    public init(of patient: ID<Patient>) { self.init(of: .patient(patient)) }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Never) -> [ClinicEvent] {
        guard model.isCurrent(owner), case .running(var plan) = model[.checkIns(of: owner.id)],
            let reminder = plan.reminderDue, reminder <= now, now < plan.due
        else { return [] }
        plan.remind()
        return [.recovery(.reminded(CheckInReminded(plan: plan)))]
    }
}
