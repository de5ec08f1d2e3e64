/// The kind of a signed chain: hash chain of events or record chain. The signed text begins with the kind, so that a
/// signed head of one kind is not accepted for a chain of the other kind.
package enum ChainSubject: String, Hashable, Sendable {
    /// The hash chain of a clinic's events.
    case events = "chairside chain head 1"
    /// The record chain of a clinic: its access log, security log, credentials and stored answers.
    case records = "chairside record head 1"
}
