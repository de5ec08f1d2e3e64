/// Why a connection is no more.
public enum CloseReason: Hashable, Sendable {
    /// `close` or `reset` was called here.
    case closedHere
    /// The peer sent everything it had to send, and what was to be written has been.
    case peerEnded
    /// The peer reset it, or the network did.
    case failed(SystemError)
    case loopStopped
}
