import EventSourcing
import Identifiers
import SQL

extension Statement {
    /// A statement that tries to take the lock that allows only one process to extend the hash chains. The database
    /// session that holds the lock also writes the chains, so that a process without the lock cannot write them. The
    /// lock's number is the text "chain" in ASCII.
    static let beginChaining: Statement = "SELECT pg_try_advisory_lock(\(Int64(0x0000_0063_6861_696E)))"

    /// A statement that sets the settings of the chainer's database session. Its queries read few rows, whatever
    /// PostgreSQL's estimate is, so neither JIT compilation nor sequential scans pay off.
    static let chainerSettings: Statement =
        "SELECT set_config('jit', 'off', false), set_config('enable_seqscan', 'off', false)"

    static let feedEnds: Statement = "SELECT clinic_id, last_position FROM clinic_feed ORDER BY clinic_id"

    /// A statement that selects, for each clinic, the last row of `chain_segment`. It has the hashes of the clinic's
    /// last chained events.
    static let chainEnds: Statement = """
        SELECT s.clinic_id, s.first_position, s.hashes
        FROM clinic_feed AS f
        CROSS JOIN LATERAL (
            SELECT * FROM chain_segment AS s WHERE s.clinic_id = f.clinic_id ORDER BY s.first_position DESC LIMIT 1
        ) AS s
        """

    /// A statement that selects the positions up to which chains were signed.
    static let signedEnds: Statement = "SELECT clinic_id, max(position) FROM chain_head GROUP BY clinic_id"

    static func insertSegments(_ segments: [ChainSegment]) -> Statement {
        """
        INSERT INTO chain_segment (clinic_id, first_position, hashes)
        SELECT * FROM unnest(\(segments.map(\.clinic)), \(segments.map(\.first)), \(segments.map { Bytes($0.hashes) }))
        """
    }

    /// A statement that selects a page of `chain_segment`, after a position, in the order of clinics and positions.
    static func segments(after clinic: UUIDBytes, _ first: Int64, limit: Int64) -> Statement {
        """
        SELECT clinic_id, first_position, hashes FROM chain_segment
        WHERE (clinic_id, first_position) > (\(clinic), \(first))
        ORDER BY clinic_id, first_position LIMIT \(limit)
        """
    }

    static func insertHeads(_ heads: [SignedHead]) -> Statement {
        """
        INSERT INTO chain_head (clinic_id, position, hash, signed_at, key_id, signature)
        SELECT * FROM unnest(\(heads.map(\.clinic)), \(heads.map(\.position)), \(heads.map { Bytes($0.hash.bytes) }),
                             \(heads.map(\.signedAt)), \(heads.map(\.key)), \(heads.map { Bytes($0.signature) }))
        ON CONFLICT DO NOTHING
        """
    }

    /// A statement that selects a page of `chain_head`, after a position, in the order of clinics and positions.
    static func heads(after clinic: UUIDBytes, _ position: Int64, limit: Int64) -> Statement {
        """
        SELECT clinic_id, position, hash, signed_at, key_id, signature FROM chain_head
        WHERE (clinic_id, position) > (\(clinic), \(position))
        ORDER BY clinic_id, position LIMIT \(limit)
        """
    }
}
