public import EventSourcing
public import Identifiers

/// The clinic opens on those days after all.
public struct RemoveClosure: Decision {
    public let closure: ID<Closure>

    public init(_ closure: ID<Closure>) { self.closure = closure }

    public func decide(_ facts: inout Facts<ClinicEvent>, at now: Instant) throws(ProfileRejection) -> [ClinicEvent] {
        guard facts[.settings].closures.contains(where: { $0.id == closure }) else { throw .noSuchClosure }
        return [.profile(.closureRemoved(ClosureRemoved(closure: closure)))]
    }
}
