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
        // After an erasure nobody can be notified any more. The erasure ends the plan in the read model.
        guard model[.registration(of: patient)].isCurrent, case .running(var plan) = model[.checkIns(of: patient)]
        else { return [] }
        return plan.settle(at: now).events
    }
}
