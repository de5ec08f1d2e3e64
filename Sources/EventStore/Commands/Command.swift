public import EventSourcing
public import Identifiers
public import SQL

/// The data beside a decision: its sender, time and id.
public struct CommandEnvelope: Sendable {
    /// The client's id for the command (its Idempotency-Key). A command with an id is done once, however often it is
    /// sent.
    public let commandID: UUIDBytes?
    /// A digest of the request; the same id with another digest is rejected.
    public let requestHash: [UInt8]
    public let actor: Actor
    /// When the command was received.
    public let now: Instant

    public init(commandID: UUIDBytes? = nil, requestHash: [UInt8] = [], actor: Actor, now: Instant) {
        self.commandID = commandID
        self.requestHash = requestHash
        self.actor = actor
        self.now = now
    }
}

/// The document that a command is answered with, as it is after the command's events.
public struct AnswerPlace: Sendable {
    public let table: DocumentTable
    public let key: DocumentKey
    /// `nil`: the document itself; otherwise the column with another rendering.
    public let column: Identifier?
    /// Stored with the answer, for the `Location` of a created entity.
    public let location: String?

    public init(_ table: DocumentTable, _ key: DocumentKey, column: Identifier? = nil, location: String? = nil) {
        self.table = table
        self.key = key
        self.column = column
        self.location = location
    }
}

/// The outcome of a command that was done.
public struct Outcome: Sendable, Equatable {
    public enum Status: Sendable {
        /// Its events have been appended.
        case new
        /// It was done before under the same id; this is its stored answer.
        case replayed
        /// Everything was already as requested; no event was needed.
        case unchanged
    }

    public let status: Status
    /// The positions of its events in the clinic's feed.
    public let positions: ClosedRange<Int64>?
    /// UTF-8 JSON; `nil` if there is no such document.
    public let answer: [UInt8]?
    public let location: String?

    public init(status: Status, positions: ClosedRange<Int64>?, answer: [UInt8]?, location: String?) {
        self.status = status
        self.positions = positions
        self.answer = answer
        self.location = location
    }
}
