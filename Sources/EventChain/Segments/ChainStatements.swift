import EventSourcing
import Identifiers
import SQL

extension Statement {
    /// Takes the lock of the only process that chains. The lock belongs to the session, and everything is written on
    /// that session; the number stands for "chain" and nothing else.
    static let beginChaining: Statement = "SELECT pg_try_advisory_lock(\(Int64(0x0000_0063_6861_696E)))"

    /// Settings of the chainer's session: cursors fetch few rows at a time, whatever PostgreSQL's estimate is.
    static let chainerSettings: Statement =
        "SELECT set_config('jit', 'off', false), set_config('enable_seqscan', 'off', false)"

    static let feedEnds: Statement = "SELECT clinic_id, last_position FROM clinic_feed ORDER BY clinic_id"

    /// A statement for the ends of the chains, which are the last segments.
    static let chainEnds: Statement = """
        SELECT s.clinic_id, s.first_position, s.hashes
        FROM clinic_feed AS f
        CROSS JOIN LATERAL (
            SELECT * FROM chain_segment AS s WHERE s.clinic_id = f.clinic_id ORDER BY s.first_position DESC LIMIT 1
        ) AS s
        """

    /// A statement for the positions up to which chains were signed.
    static let signedEnds: Statement = "SELECT clinic_id, max(position) FROM chain_head GROUP BY clinic_id"

    static func insertSegments(_ segments: [ChainSegment]) -> Statement {
        """
        INSERT INTO chain_segment (clinic_id, first_position, hashes)
        SELECT * FROM unnest(\(segments.map(\.clinic)), \(segments.map(\.first)), \(segments.map { Bytes($0.hashes) }))
        """
    }

    /// A statement for a page of the segments from a position on, in the order of clinics and positions.
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

    static let allHeads: Statement = """
        SELECT clinic_id, position, hash, signed_at, key_id, signature FROM chain_head ORDER BY clinic_id, position
        """
}
