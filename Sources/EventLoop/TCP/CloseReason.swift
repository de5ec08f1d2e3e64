/// The reason why a connection has closed.
public enum CloseReason: Hashable, Sendable {
    /// This side called `close` or `reset`.
    case closedHere
    /// The peer ended its output, and everything written has been sent.
    case peerEnded
    /// The peer or the network reset the connection.
    case failed(SystemError)
    case loopStopped
}
