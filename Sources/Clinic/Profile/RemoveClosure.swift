public import EventSourcing
public import Identifiers

/// Removes a closure: the clinic opens on those days.
public struct RemoveClosure: Decision {
    public let closure: ID<Closure>

    public init(_ closure: ID<Closure>) { self.closure = closure }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(ProfileRejection)
        -> [ClinicEvent]
    {
        guard model[.settings].closures.contains(where: { $0.id == closure }) else { throw .noSuchClosure }
        return [.profile(.closureRemoved(ClosureRemoved(closure: closure)))]
    }
}
