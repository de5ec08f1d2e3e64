/// The reason why a connection has closed.
public enum CloseReason: Hashable, Sendable {
    /// This side of the connection closed or reset it.
    case closedHere
    /// The peer ended its output, and all bytes that were written on this side have been sent.
    case peerEnded
    /// The peer or the network reset the connection.
    case failed(SystemError)
    case loopStopped
}
