import EventSourcing
import Identifiers
import PostgresClient
import SQL

/// The proof that an event has not been altered since it was chained: its digest, and the path from it to a signed
/// head, or to the chain's unsigned end if no signed head covers it.
package struct ChainProof: Sendable {
    package let digest: ChainHash
    /// The chain's hash before the event: that of the event before it, or the start of the chain.
    package let previous: ChainHash
    package let hash: ChainHash
    /// The digests of the events after this event, up to the event at the position of `head`.
    package let path: [ChainHash]
    package let head: Head

    package enum Head: Sendable {
        case signed(SignedHead)
        /// The end of the hash chain, which is not signed yet.
        case unsigned(ChainPoint)

        var position: Int64 {
            switch self {
            case .signed(let head): head.position
            case .unsigned(let point): point.position
            }
        }
    }

    package enum Absence: Error {
        case noSuchEvent
        /// The event exists, but is not chained yet.
        case notChainedYet
    }

    /// Reads from the database the proof that an event has not been altered.
    ///
    /// - Throws: `Absence`, or `PostgresError`.
    package static func of(_ position: Int64, in clinic: UUIDBytes, from reads: PostgresPool) async throws -> ChainProof
    {
        let results = try await reads.perform(
            [
                .segment(of: clinic, position), .segment(of: clinic, position - 1), .head(of: clinic, from: position),
                .event(of: clinic, position),
            ], effect: .reads)
        guard !results[3].isEmpty else { throw Absence.noSuchEvent }
        guard let hash = try results[0].first.map({ try ChainSegment($0) })?.hash(at: position) else {
            throw Absence.notChainedYet
        }
        let previous =
            position == 1
            ? .start(of: clinic) : try results[1].first.map { try ChainSegment($0) }?.hash(at: position - 1)
        guard let previous else { throw Absence.notChainedYet }
        let head: Head
        if let row = results[2].first {
            head = .signed(try SignedHead(row))
        } else {
            // No signed head covers the event, so the path ends at the last chained position.
            let end = try await reads.perform(.lastSegment(of: clinic), effect: .reads)
            guard let segment = try end.first.map({ try ChainSegment($0) }), let last = segment.hash(at: segment.last)
            else { throw Absence.notChainedYet }
            head = .unsigned(ChainPoint(position: segment.last, hash: last))
        }
        let digest = try EventFrame(StoredColumns(results[3][0])).digest
        return ChainProof(
            digest: digest, previous: previous, hash: hash,
            path: try await digests(of: clinic, position + 1, head.position, from: reads), head: head)
    }

    private static func digests(
        of clinic: UUIDBytes, _ first: Int64, _ last: Int64, from reads: PostgresPool
    ) async throws -> [ChainHash] {
        var digests: [ChainHash] = []
        var next = first
        while next <= last {
            let end = min(last, next + 999)
            for row in try await reads.perform(.storedColumns(of: clinic, next, end), effect: .reads) {
                digests.append(try EventFrame(StoredColumns(row)).digest)
            }
            next = end + 1
        }
        return digests
    }
}

extension EventFrame {
    fileprivate var digest: ChainHash { ChainHash(ofEvent: bytes) }
}

extension StoredColumns {
    fileprivate init(_ row: Row) throws(PostgresError) {
        self.init(
            clinic: try row.uuid(0), position: try row.int64(1), recordedAt: try row.timestamp(2),
            schemaVersion: try row.int32(3), type: try row.bytes(4), data: try row.bytes(5), metadata: try row.bytes(6),
            command: try row.optionalUUID(7))
    }
}

extension Statement {
    /// A statement that selects the row of `chain_segment` that contains an event's hash.
    fileprivate static func segment(of clinic: UUIDBytes, _ position: Int64) -> Statement {
        """
        SELECT clinic_id, first_position, hashes FROM chain_segment
        WHERE clinic_id = \(clinic) AND first_position <= \(position) ORDER BY first_position DESC LIMIT 1
        """
    }

    fileprivate static func lastSegment(of clinic: UUIDBytes) -> Statement {
        """
        SELECT clinic_id, first_position, hashes FROM chain_segment
        WHERE clinic_id = \(clinic) ORDER BY first_position DESC LIMIT 1
        """
    }

    /// A statement that selects the first signed head that covers an event: at the event's position or after it.
    fileprivate static func head(of clinic: UUIDBytes, from position: Int64) -> Statement {
        """
        SELECT clinic_id, position, hash, signed_at, key_id, signature FROM chain_head
        WHERE clinic_id = \(clinic) AND position >= \(position) ORDER BY position LIMIT 1
        """
    }

    fileprivate static func event(of clinic: UUIDBytes, _ position: Int64) -> Statement {
        storedColumns(of: clinic, position, position)
    }

    fileprivate static func storedColumns(of clinic: UUIDBytes, _ first: Int64, _ last: Int64) -> Statement {
        """
        SELECT clinic_id, position, recorded_at, schema_version, type, data, metadata, command_id FROM event
        WHERE clinic_id = \(clinic) AND position BETWEEN \(first) AND \(last) ORDER BY position
        """
    }
}
