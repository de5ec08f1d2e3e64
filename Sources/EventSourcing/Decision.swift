/// One business operation: what happens, given what is so.
///
/// `decide` is pure. It may be run several times for one command, and only the run that finds every fact at hand
/// counts, so it must not wait, count or remember. A decision that is already true gives no events, so that a retry is
/// harmless.
public protocol Decision: Sendable {
    associatedtype Event: DomainEvent
    associatedtype Rejection: Error

    /// - Parameter now: when the command was received.
    func decide(_ facts: inout Facts<Event>, at now: Instant) throws(Rejection) -> [Event]
}
