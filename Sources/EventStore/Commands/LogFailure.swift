public import PostgresClient

/// The reason why a command failed, or why its outcome is unknown.
public enum LogFailure<Rejection: Error>: Error {
    /// The decision rejects the command, based on fresh states.
    case rejected(Rejection)
    /// Other appends changed the same states before each attempt. No event was appended; the client may try again.
    case conflict
    /// The same command id was used before for another request, or by another sender.
    case commandIDReused
    /// The command was done so long ago that its answer is no longer kept. No event was appended now.
    case answerDropped
    /// The answer was lost with the connection, or the written events may still be lost. A command with an id may be
    /// sent again; it is done only once.
    case outcomeUnknown
    /// PostgreSQL could not be reached, or rejected the append; nothing was appended.
    case unavailable(PostgresError)
    /// Stored data that the command or the query needs cannot be read.
    case unreadable(Unreadable)
}

extension LogFailure<Never> {
    /// Converts an error to the failure that a caller of the event log gets. An error of an unknown type becomes
    /// `unreadable`.
    init(_ error: any Error) {
        switch error {
        case let failure as LogFailure<Never>: self = failure
        case let error as PostgresError: self = .unavailable(error)
        case let what as Unreadable: self = .unreadable(what)
        default: self = .unreadable(Unreadable("\(type(of: error))"))
        }
    }

    func forCommands<Other: Error>() -> LogFailure<Other> {
        switch self {
        case .conflict: .conflict
        case .commandIDReused: .commandIDReused
        case .answerDropped: .answerDropped
        case .outcomeUnknown: .outcomeUnknown
        case .unavailable(let error): .unavailable(error)
        case .unreadable(let what): .unreadable(what)
        }
    }
}
