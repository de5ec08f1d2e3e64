public import EventSourcing
public import Identifiers

/// The command that takes the steps of a patient's plan that are due: it counts check-ins as missed, lets the contact be
/// told, and ends the plan.
///
/// Servers run this decision for each plan with a step that is due. It has no endpoint. If two servers run it at once,
/// the second one finds no step any more.
public struct SettleCheckIns: Decision {
    let patient: ID<Patient>

    public init(of patient: ID<Patient>) { self.patient = patient }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Never) -> [ClinicEvent] {
        let isCurrent = model[.registration(of: patient)].isCurrent
        guard case .running(var plan) = model[.checkIns(of: patient)] else { return [] }
        // A server of the previous release erases a patient without ending the plan.
        return isCurrent ? plan.settle(at: now).events : plan.stopped(at: now)
    }
}
