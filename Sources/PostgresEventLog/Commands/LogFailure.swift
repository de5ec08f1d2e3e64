public import Identifiers
public import PostgresClient

/// Why the log did not do what it was asked.
public enum LogFailure<Rejection: Error>: Error {
    /// The decision says no, and the facts that it says so on are fresh.
    case refused(Rejection)
    /// Others were faster each time. Nothing was appended; it may be tried again.
    case conflict
    /// The same command id came with another request, or from somebody else.
    case commandIDReused
    /// The command was done before, so long ago that its answer is not kept any more. Nothing was appended now.
    case answerDropped
    /// The answer was lost with the connection, or what was written may be lost yet. A command with an id may be sent again and is done once.
    case outcomeUnknown
    /// PostgreSQL could not be reached or refused; nothing was appended.
    case unavailable(PostgresError)
    /// What stands in the database cannot be read.
    case unreadable(Unreadable)
}

/// Something stored that the program cannot read. The text holds no value of it: it may be patient data.
public struct Unreadable: Error, Sendable, CustomStringConvertible {
    public let description: String
    /// `nil` where it is no event.
    public let event: EventPlace?

    package init(_ description: String) {
        self.description = description
        event = nil
    }

    init(event: EventPlace, _ reason: String) {
        description = "event \(event.position) of clinic \(event.clinic): \(reason)"
        self.event = event
    }
}

/// Which event it is, without anything that it holds.
public struct EventPlace: Hashable, Sendable {
    public let clinic: UUIDBytes
    public let position: Int64
    /// As it is stored; the program may not know it.
    public let type: String

    public init(clinic: UUIDBytes, position: Int64, type: String) {
        self.clinic = clinic
        self.position = position
        self.type = type
    }
}

extension LogFailure<Never> {
    /// What an error from below means to whoever called the log.
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
