/// One business operation: a pure function from states to new events or a rejection.
///
/// `decide` may run several times for one command, and only the result of the run that finds every state in the cache
/// is used. So it must not wait and must have no side effects. If the requested change has already been made, it
/// returns no events, so that a retry is harmless.
public protocol Decision: Sendable {
    associatedtype Event: DomainEvent
    associatedtype Rejection: Error

    /// Decides a command.
    ///
    /// - Parameter now: the time at which the command was received.
    func decide(_ model: inout DecisionModel<Event>, at now: Instant) throws(Rejection) -> [Event]
}
