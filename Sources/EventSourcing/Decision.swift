/// One business operation: a pure function from states to new events or a rejection.
///
/// `decide` may run several times for one command, and only the run that finds every state in the cache counts. So it
/// must not wait, count or remember. A decision that is already true gives no events, so that a retry is harmless.
public protocol Decision: Sendable {
    associatedtype Event: DomainEvent
    associatedtype Rejection: Error

    /// Decides a command.
    ///
    /// - Parameter now: when the command was received.
    func decide(_ model: inout DecisionModel<Event>, at now: Instant) throws(Rejection) -> [Event]
}
