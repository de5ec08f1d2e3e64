/// The kind of a signed chain. The signed text begins with it, so that a signed head of one kind is not accepted for
/// the other.
package enum ChainSubject: String, Hashable, Sendable {
    /// The chain of a clinic's events.
    case events = "chairside chain head 1"
    /// The chain of records that are not events: the access log, the security log, credentials and stored answers.
    case records = "chairside record head 1"
}
