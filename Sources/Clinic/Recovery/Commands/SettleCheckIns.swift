public import EventSourcing
public import Identifiers

/// The command that takes the timed steps of a plan that are due: it counts check-ins as missed, lets the contact be
/// told, and ends the plan.
///
/// Servers run this command for each plan with a timed step that is due. The command has no endpoint. If two servers
/// run it for a plan at once, the second decision finds that no step is due.
public struct SettleCheckIns: Decision {
    let owner: CheckInOwner

    public init(of owner: CheckInOwner) { self.owner = owner }
    public init(of patient: ID<Patient>) { self.init(of: .patient(patient)) }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Never) -> [ClinicEvent] {
        let isCurrent = model.isCurrent(owner)
        guard case .running(var plan) = model[.checkIns(of: owner.id)] else { return [] }
        // A server of the previous release can have erased the patient without ending the plan of check-ins.
        return isCurrent ? plan.settle(at: now).events : plan.stopped(at: now)
    }
}
