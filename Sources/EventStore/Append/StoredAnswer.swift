import EventSourcing
import Identifiers
import PostgresClient

/// The stored record of a command that was done.
struct StoredAnswer {
    let command: InClinic<UUIDBytes>
    private let actor: UUIDBytes?
    private let requestHash: [UInt8]
    private let positions: ClosedRange<Int64>?
    private let answer: [UInt8]?
    private let location: String?
    /// Whether the record of the command is kept but its answer was deleted.
    let isDropped: Bool
    private let recordedAt: Instant

    /// Reads a stored answer.
    ///
    /// - Parameter row: a row with the columns of `Statement.answers`.
    init(_ row: Row) throws(PostgresError) {
        command = InClinic(clinic: try row.uuid(0), value: try row.uuid(1))
        actor = try row.optionalUUID(2)
        requestHash = try row.bytes(3)
        if let first = try row.optionalInt64(4), let last = try row.optionalInt64(5), first <= last {
            positions = first...last
        } else {
            positions = nil
        }
        answer = try row.optionalBytes(6)
        location = try row.optionalText(7)
        isDropped = try row.bool(8)
        recordedAt = Instant(secondsSince1970: try row.int64(9))
    }

    /// The outcome of a command with the id of this stored answer; `nil` if its request or its sender differs from the
    /// stored ones.
    ///
    /// - Parameter isOwn: whether an earlier attempt of this command stored the answer, and the result of that attempt
    ///   was lost. The outcome is then not a replay.
    func outcome(for envelope: CommandEnvelope, isOwn: Bool) -> Outcome? {
        guard envelope.actor.account == actor, envelope.requestHash == requestHash else { return nil }
        let status: Outcome.Status = isOwn ? (positions == nil ? .unchanged : .new) : .replayed
        return Outcome(status: status, positions: positions, answer: answer, location: location, recordedAt: recordedAt)
    }
}
