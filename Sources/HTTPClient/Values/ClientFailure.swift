/// The reason why a request of an HTTP client got no complete answer.
public enum ClientFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The HTTP client could not open a connection to the server. The request was not sent.
    case unreachable(String)
    /// The server's name has no address to which the client may connect. The request was not sent.
    case forbiddenAddress
    /// Too many requests of this client wait for an answer. The request was not sent.
    case queueFull
    /// The server has refused the request several times without processing it (RFC 9113 §8.7).
    case notProcessed
    case timeout(wasSent: Bool)
    /// The HTTP client's connection was lost after the request was sent. The server may have processed the request.
    case connectionLost
    /// The server reset the request's stream with the given error code (RFC 9113 §7).
    case streamReset(UInt32)
    case responseTooLarge
    /// The task that waits for the HTTP client's answer was cancelled, or the client was closed.
    case cancelled

    public var description: String {
        switch self {
        case .unreachable(let reason): "unreachable: \(reason)"
        case .forbiddenAddress: "the server's name has no address that may be used"
        case .queueFull: "too many requests wait"
        case .notProcessed: "the server did not process the request"
        case .timeout(let wasSent): wasSent ? "no answer in time" : "not sent in time"
        case .connectionLost: "the connection was lost"
        case .streamReset(let code): "the server reset the stream with code \(code)"
        case .responseTooLarge: "the answer is too large"
        case .cancelled: "cancelled"
        }
    }
}
