/// The outcome of a command that was done.
public struct Outcome: Sendable, Equatable {
    public enum Status: Sendable {
        /// The command's events have been appended.
        case new
        /// The command was done before under the same id; this is its stored answer.
        case replayed
        /// Everything was already as requested; no event was needed.
        case unchanged
    }

    public let status: Status
    /// The positions of the command's events in the clinic's feed.
    public let positions: ClosedRange<Int64>?
    /// The answer as UTF-8 JSON; `nil` if the document does not exist.
    public let answer: [UInt8]?
    public let location: String?

    public init(status: Status, positions: ClosedRange<Int64>?, answer: [UInt8]?, location: String?) {
        self.status = status
        self.positions = positions
        self.answer = answer
        self.location = location
    }
}
