/// The reason why a database call has no result. With every case but `outcomeUnknown`, the call's transaction has
/// certainly changed nothing.
public enum PostgresError: Error, Sendable, Hashable {
    /// PostgreSQL rejected a statement. The transaction of the call's statements is rolled back.
    case server(ServerError)
    /// There is no connection, or it was lost before the call's statements could take effect.
    case notConnected(String)
    /// PostgreSQL does not let the login take on the role of the connection's configuration, so there is no connection.
    /// A person must grant it.
    case roleRefused(RefusedRole)
    /// The call's statements may have been committed: the connection was lost before the answer came, or PostgreSQL
    /// gave up waiting for its standby and may lose the commit.
    case outcomeUnknown
    /// The call's deadline or PostgreSQL's statement timeout passed. The call's statements did not take effect.
    case timedOut
    /// The caller's task was cancelled. The call's statements did not take effect.
    case cancelled
    /// The queue of database calls is full, so the call was refused.
    case busy
    /// The call's statements cannot be sent in this form, or PostgreSQL's answer is not one that they can have.
    case protocolViolation(String)

    /// Whether the call's statements certainly had no effect, so that they can be sent again.
    public var isDefinite: Bool {
        switch self {
        case .outcomeUnknown: false
        case .server, .notConnected, .roleRefused, .timedOut, .cancelled, .busy, .protocolViolation: true
        }
    }
}

extension PostgresError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .server(let error): "PostgreSQL: \(error)"
        case .notConnected(let reason): "not connected to PostgreSQL: \(reason)"
        case .roleRefused(let refusal): "\(refusal)"
        case .outcomeUnknown: "PostgreSQL's answer was lost or is in doubt; the outcome is unknown"
        case .timedOut: "PostgreSQL did not answer in time"
        case .cancelled: "cancelled"
        case .busy: "too many statements are waiting for PostgreSQL"
        case .protocolViolation(let what): "PostgreSQL protocol: \(what)"
        }
    }
}
