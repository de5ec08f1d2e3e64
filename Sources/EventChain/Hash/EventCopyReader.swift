import Identifiers
import PostgresClient
import SQL

/// Splits a binary COPY of events into rows.
struct EventCopyReader {
    private var began = false

    /// The length of the header of a binary COPY: signature, flags, and the header extension's length (PostgreSQL
    /// manual, COPY, "Binary Format").
    private static let headerLength = 19

    /// Reads the events in one piece of a binary COPY of events.
    ///
    /// - Parameter piece: a part of the COPY that ends at the end of a row.
    mutating func read(_ piece: [UInt8], _ body: (EventFrame) throws -> Void) throws {
        var next = began ? 0 : Self.headerLength
        began = true
        while next + 2 <= piece.count {
            // The trailer of the binary COPY is reached; no row follows it.
            if piece[next] == 0xFF, piece[next + 1] == 0xFF { return }
            let frame = try EventFrame(of: piece, from: next)
            try body(frame)
            next = frame.bytes.endIndex
        }
    }
}

extension PostgresConnection {
    /// Reads ranges of feeds by COPY, in the order of clinics and positions.
    func copyEvents(_ parts: [FeedPart], piece: ([UInt8]) async throws -> Void) async throws {
        _ = try await perform(.name(parts), effect: .reads)
        try await copyOut(.copyNamedParts, piece: piece)
    }
}

/// Events of one clinic at consecutive positions.
struct FeedPart: Hashable, Sendable {
    let clinic: UUIDBytes
    let first: Int64
    var last: Int64
}

extension Statement {
    /// A statement that stores the ranges of feeds to be copied in settings of the database session, since COPY accepts
    /// no parameters.
    fileprivate static func name(_ parts: [FeedPart]) -> Statement {
        """
        SELECT set_config('chain.clinics', \(parts.map(\.clinic.text).joined(separator: ",")), false),
               set_config('chain.first', \(parts.map { String($0.first) }.joined(separator: ",")), false),
               set_config('chain.last', \(parts.map { String($0.last) }.joined(separator: ",")), false)
        """
    }

    fileprivate static let copyNamedParts: Statement = """
        COPY (
            SELECT e.clinic_id, e.position, e.recorded_at, e.schema_version, e.type, e.data, e.metadata, e.command_id
            FROM unnest(string_to_array(current_setting('chain.clinics'), ',')::uuid[],
                        string_to_array(current_setting('chain.first'), ',')::bigint[],
                        string_to_array(current_setting('chain.last'), ',')::bigint[]) AS part (clinic_id, first, last)
            CROSS JOIN LATERAL (
                SELECT * FROM event AS e
                WHERE e.clinic_id = part.clinic_id AND e.position BETWEEN part.first AND part.last
                OFFSET 0
            ) AS e
            ORDER BY e.clinic_id, e.position
        ) TO STDOUT (FORMAT binary)
        """

    /// A statement that copies all events, in the order of clinics and positions.
    static let copyAllEvents: Statement = """
        COPY (
            SELECT clinic_id, position, recorded_at, schema_version, type, data, metadata, command_id
            FROM event ORDER BY clinic_id, position
        ) TO STDOUT (FORMAT binary)
        """
}
