public import EventSourcing

/// The outcome of a command that was not rejected and did not fail.
public struct Outcome: Sendable, Equatable {
    public enum Status: Sendable {
        /// The events of the command have been appended.
        case new
        /// The command was done before under the same id. The outcome is the stored answer.
        case replayed
        /// The requested change had already been made, so no event was appended.
        case unchanged
    }

    public let status: Status
    /// The positions of the command's events in the clinic's feed; `nil` if it has none.
    public let positions: ClosedRange<Int64>?
    /// The document that answers the command, as UTF-8 JSON; `nil` if there is none.
    public let answer: [UInt8]?
    public let location: String?
    /// The time of the command that was done before; `nil` if the command was done now.
    public let recordedAt: Instant?

    public init(
        status: Status, positions: ClosedRange<Int64>?, answer: [UInt8]?, location: String?, recordedAt: Instant? = nil
    ) {
        self.status = status
        self.positions = positions
        self.answer = answer
        self.location = location
        self.recordedAt = recordedAt
    }
}
