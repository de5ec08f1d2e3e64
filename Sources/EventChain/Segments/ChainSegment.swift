import Identifiers
import PostgresClient

/// A row of the table `chain_segment`: the hashes of some consecutive events of a clinic.
struct ChainSegment: Sendable {
    let clinic: UUIDBytes
    let first: Int64
    var hashes: [UInt8] = []

    /// The maximum number of hashes in a row of `chain_segment`, which the table's CHECK constraint requires.
    static let limit = 60

    var count: Int { hashes.count / ChainHash.byteCount }
    /// The position of the last event whose hash is in this row of `chain_segment`.
    var last: Int64 { first + Int64(count) - 1 }
    var isFull: Bool { count >= Self.limit }

    /// The hash of the event at a position; `nil` if this row of `chain_segment` does not contain it.
    func hash(at position: Int64) -> ChainHash? {
        guard first...last ~= position else { return nil }
        let start = Int(position - first) * ChainHash.byteCount
        return ChainHash(bytes: hashes[start..<(start + ChainHash.byteCount)])
    }
}

extension ChainSegment {
    /// Reads a row of `chain_segment`.
    ///
    /// - Parameter row: a row with the columns clinic, first position, hashes.
    init(_ row: Row) throws(PostgresError) {
        self.init(clinic: try row.uuid(0), first: try row.int64(1), hashes: try row.bytes(2))
    }
}
