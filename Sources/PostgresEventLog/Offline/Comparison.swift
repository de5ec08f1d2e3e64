import EventSourcing
import Identifiers
import PostgresClient
import SQL

/// Puts what should be beside what is, in the snapshot's transaction, and lets PostgreSQL compare whole rows.
///
/// - Safety: touched on the connection's loop alone.
final class Comparison: @unchecked Sendable {
    private let connection: PostgresConnection
    private let schemas: [DocumentSchema]
    private let limit: Int64
    private var untold: [UUIDBytes] = []
    var differences: [Difference] = []

    init(_ connection: PostgresConnection, _ schemas: [DocumentSchema], limit: Int) {
        self.connection = connection
        self.schemas = schemas
        self.limit = Int64(limit)
    }

    /// Makes the temporary tables, which go with the transaction.
    func prepare() async throws {
        let tables: [Statement] = schemas.enumerated().map { index, schema in
            """
            CREATE TEMPORARY TABLE \(Self.expected(index))
                (LIKE \(schema.name) INCLUDING DEFAULTS INCLUDING GENERATED) ON COMMIT DROP
            """
        }
        _ = try await connection.perform(
            ["CREATE TEMPORARY TABLE expected_tag (LIKE event_tag) ON COMMIT DROP"] + tables)
    }

    func expect(_ expected: Expected) async throws {
        differences += expected.differences
        var tags = expected.tags
        _ = try await connection.copyIn(
            "COPY expected_tag (clinic_id, subject, aspect, position) FROM STDIN (FORMAT binary)", [tags.finish()])
        guard expected.differences.isEmpty else {
            untold.append(expected.clinic)
            return
        }
        for (index, rows) in expected.documents.enumerated() where !rows.pieces.isEmpty {
            _ = try await connection.copyIn(schemas[index].copyIn(into: Self.expected(index)), rows.pieces)
        }
    }

    func compare() async throws {
        let results = try await connection.perform(
            ["ANALYZE expected_tag", tagDifferences] + schemas.enumerated().map { documentDifferences($0, $1) })
        for row in results[1] {
            let clinic = try row.uuid(0)
            let (position, tag) = (try row.int64(1), Tag(subject: try row.uuid(2), aspect: try row.int32(3)))
            differences.append(
                try row.bool(4)
                    ? .missingTag(clinic: clinic, position: position, tag: tag)
                    : .superfluousTag(clinic: clinic, position: position, tag: tag))
        }
        for (schema, rows) in zip(schemas, results.dropFirst(2)) {
            for row in rows { differences.append(try difference(row, in: schema)) }
        }
        _ = try await connection.perform(["ROLLBACK"])
    }

    private func difference(_ row: Row, in schema: DocumentSchema) throws -> Difference {
        let table = schema.table.name.description
        let clinic = try row.uuid(0)
        let key = try row.text(1)
        return switch try row.text(2) {
        case "missing": .missingDocument(table: table, clinic: clinic, key: key)
        case "superfluous": .superfluousDocument(table: table, clinic: clinic, key: key)
        case "document": .alteredDocument(table: table, clinic: clinic, key: key)
        default: .alteredColumn(table: table, clinic: clinic, key: key)
        }
    }

    private static func expected(_ index: Int) -> Identifier {
        Identifier("expected_document", schema: "pg_temp").numbered(UInt32(index))
    }

    /// Tags of events that cannot be read are not known, so theirs are left out.
    private var tagDifferences: Statement {
        """
        SELECT clinic_id, position, subject, aspect, actual IS NULL
        FROM (SELECT clinic_id, position, subject, aspect, true AS expected FROM expected_tag) AS e
        FULL JOIN (SELECT clinic_id, position, subject, aspect, true AS actual FROM event_tag) AS t
            USING (clinic_id, position, subject, aspect)
        WHERE (expected IS NULL OR actual IS NULL) AND clinic_id <> ALL (\(untold))
        ORDER BY clinic_id, position, subject, aspect
        LIMIT \(limit)
        """
    }

    private func documentDifferences(_ index: Int, _ schema: DocumentSchema) -> Statement {
        """
        SELECT coalesce(e.clinic_id, t.clinic_id), coalesce(e.\(schema.key), t.\(schema.key))::text,
               CASE WHEN t.clinic_id IS NULL THEN 'missing'
                    WHEN e.clinic_id IS NULL THEN 'superfluous'
                    WHEN t.document::text IS DISTINCT FROM e.document::text THEN 'document'
                    ELSE 'column' END
        FROM \(Self.expected(index)) AS e
        FULL JOIN \(schema.name) AS t ON t.clinic_id = e.clinic_id AND t.\(schema.key) = e.\(schema.key)
        WHERE t::text IS DISTINCT FROM e::text AND coalesce(e.clinic_id, t.clinic_id) <> ALL (\(untold))
        ORDER BY 1, 2
        LIMIT \(limit)
        """
    }
}

extension Statement {
    static let eventsBeyondFeeds: Statement = """
        SELECT e.clinic_id, min(e.position), max(e.position)
        FROM event AS e LEFT JOIN clinic_feed AS f USING (clinic_id)
        WHERE e.position > coalesce(f.last_position, 0)
        GROUP BY e.clinic_id
        """
}
