/// The reason why a connection has closed.
public enum CloseReason: Hashable, Sendable {
    /// This process, and not the peer, closed or reset the connection.
    case closedHere
    /// The peer ended its output, and all bytes that were written on this side have been sent.
    case peerEnded
    /// An operation on the socket failed, for example because the peer or the network reset the connection.
    case failed(SystemError)
    case loopStopped
}
