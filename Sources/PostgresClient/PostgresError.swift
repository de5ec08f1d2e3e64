/// The reason why statements have no result. Every case but `outcomeUnknown` is definite: nothing was changed.
public enum PostgresError: Error, Sendable, Hashable {
    /// PostgreSQL rejected a statement; the segment's transaction is rolled back.
    case server(ServerError)
    /// There is no connection, or it was lost before the statements could take effect.
    case notConnected(String)
    /// The statements may have been committed: the connection was lost before the answer came, or PostgreSQL gave up
    /// waiting for its standby and may lose the commit.
    case outcomeUnknown
    /// The deadline or PostgreSQL's statement timeout passed; the statements did not take effect.
    case timedOut
    /// The task was cancelled; the statements did not take effect.
    case cancelled
    /// The queue of statements is full.
    case busy
    /// The statements cannot be sent in this form, or PostgreSQL answered out of order.
    case protocolViolation(String)

    /// Whether the same statements can be sent again without taking effect twice.
    public var isDefinite: Bool {
        switch self {
        case .outcomeUnknown: false
        case .server, .notConnected, .timedOut, .cancelled, .busy, .protocolViolation: true
        }
    }
}

extension PostgresError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .server(let error): "PostgreSQL: \(error)"
        case .notConnected(let reason): "not connected to PostgreSQL: \(reason)"
        case .outcomeUnknown: "PostgreSQL's answer was lost or is in doubt; the outcome is unknown"
        case .timedOut: "PostgreSQL did not answer in time"
        case .cancelled: "cancelled"
        case .busy: "too many statements are waiting for PostgreSQL"
        case .protocolViolation(let what): "PostgreSQL protocol: \(what)"
        }
    }
}
