/// Why a connection has closed.
public enum CloseReason: Hashable, Sendable {
    /// `close` or `reset` was called here.
    case closedHere
    /// The peer ended its output, and everything written has been sent.
    case peerEnded
    /// The peer reset it, or the network did.
    case failed(SystemError)
    case loopStopped
}
