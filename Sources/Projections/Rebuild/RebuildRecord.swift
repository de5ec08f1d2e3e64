import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import SQL

/// The database's record of the clinics that a rebuild has finished, by which an interrupted rebuild can be continued.
/// Its connection holds the lock that allows only one rebuild at a time.
final class RebuildRecord {
    private let connection: PostgresConnection

    init(_ connection: PostgresConnection) { self.connection = connection }

    /// Begins or continues a rebuild.
    ///
    /// - Parameters:
    ///   - work: identifies the projections and the program. Records of finished clinics with another value of `work`,
    ///     or older than six hours, are deleted.
    ///   - anew: whether all other records of finished clinics are deleted too.
    /// - Returns: the finished clinics.
    /// - Throws: `RebuildUnderWay`.
    func begin(_ work: String, anew: Bool) async throws -> Set<UUIDBytes> {
        do {
            // The rebuild's connection will hold the lock that allows only one rebuild. PostgreSQL detects within a
            // second that a rebuild's process has ended, even during a statement, and then releases its lock. So the
            // rebuild waits up to three seconds for the lock of an interrupted rebuild. (TCP keepalives detect that the
            // process's machine has failed.)
            _ = try await connection.perform("SET client_connection_check_interval = '1s'")
            _ = try await connection.perform("SET lock_timeout = '3s'")
            _ = try await connection.perform("SELECT pg_advisory_lock(\(Self.lock))")
            _ = try await connection.perform("SET lock_timeout = 0")
        } catch {
            if case .server(let refusal) = error, refusal.sqlState == "55P03" { throw RebuildUnderWay() }
            throw error
        }
        let results = try await connection.perform([
            "DELETE FROM rebuilt_clinic WHERE \(anew) OR work <> \(work) OR done_at < now() - interval '6 hours'",
            "SELECT clinic_id FROM rebuilt_clinic",
        ])
        var clinics: Set<UUIDBytes> = []
        for row in results[1] { clinics.insert(try row.uuid(0)) }
        return clinics
    }

    /// The feeds of all clinics. Clinics with documents but without a feed are included.
    func feeds(_ schemas: [DocumentSchema]) async throws -> [Feed] {
        let results = try await connection.perform([.feeds, .clinicsWithoutFeed(schemas)])
        return try Feed.all(results[0]) + Feed.all(results[1])
    }

    /// Deletes the record of the finished clinics, because the whole rebuild has finished.
    func end() async throws { _ = try await connection.perform("DELETE FROM rebuilt_clinic") }

    private static let lock: Int64 = 0x6368_6169_7265_6275
}

extension Statement {
    static let feeds: Statement = "SELECT clinic_id, last_position FROM clinic_feed"

    /// A statement that finds clinics that have documents but no feed. The query steps from clinic to clinic in each
    /// table's primary key, since there are few clinics and many documents.
    static func clinicsWithoutFeed(_ schemas: [DocumentSchema]) -> Statement {
        let tables = schemas.map { schema -> Statement in
            """
            (WITH RECURSIVE clinic AS (
                (SELECT clinic_id FROM \(schema.name) ORDER BY clinic_id LIMIT 1)
                UNION ALL
                SELECT (SELECT d.clinic_id FROM \(schema.name) AS d WHERE d.clinic_id > clinic.clinic_id
                        ORDER BY d.clinic_id LIMIT 1)
                FROM clinic WHERE clinic.clinic_id IS NOT NULL)
            SELECT clinic_id FROM clinic WHERE clinic_id IS NOT NULL)
            """
        }
        return """
            SELECT clinic_id, 0::bigint FROM (\(tables.joined(separator: " UNION "))) AS document
            WHERE NOT EXISTS (SELECT FROM clinic_feed AS f WHERE f.clinic_id = document.clinic_id)
            """
    }

    static func record(_ clinic: UUIDBytes, _ work: String) -> Statement {
        """
        INSERT INTO rebuilt_clinic (clinic_id, work) VALUES (\(clinic), \(work))
        ON CONFLICT (clinic_id) DO UPDATE SET work = EXCLUDED.work, done_at = now()
        """
    }
}
