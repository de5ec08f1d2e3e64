import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import SQL

/// Compares what the events require with the stored data, in one transaction whose snapshot does not change.
final class Comparison {
    private let connection: PostgresConnection
    private let schemas: [DocumentSchema]
    private let limit: Int
    /// Clinics with missing or unreadable events. The tags of these events are unknown, so the clinics' tags are not
    /// compared.
    private var withoutTags: [UUIDBytes] = []
    /// For each table, the number of differences that the verification has found.
    private var found: [Int]
    var differences: [Difference] = []

    init(_ connection: PostgresConnection, _ schemas: [DocumentSchema], limit: Int) {
        self.connection = connection
        self.schemas = schemas
        self.limit = limit
        found = schemas.map { _ in 0 }
    }

    /// Unwraps the person keys with the master keys, and reports the first ones for which that fails.
    func tryKeys(_ masters: MasterKeys) async throws {
        var last = KeyName.first
        var found = 0
        while found < limit {
            let keys = try await connection.perform(.wrappedKeys(after: last)).map { try WrappedKey($0) }
            guard let end = keys.last else { return }
            last = end.name
            for key in keys.lazy.filter({ !masters.unwraps($0) }).prefix(limit - found) {
                found += 1
                differences.append(
                    .unusableKey(
                        clinic: key.name.clinic, person: key.name.person, retention: Int(key.name.retention),
                        master: key.master))
            }
        }
    }

    /// Creates the temporary table for the tags that the clinics' events must have. PostgreSQL drops the table at the
    /// end of the transaction.
    func prepare() async throws {
        _ = try await connection.perform("CREATE TEMPORARY TABLE expected_tag (LIKE event_tag) ON COMMIT DROP")
    }

    /// Adds tags to the temporary table of the tags that the clinics' events must have.
    ///
    /// - Parameter tags: the rows as one complete binary COPY.
    func expect(tags: [UInt8]) async throws {
        var pieces = [tags].makeIterator()
        _ = try await connection.copyIn(
            "COPY expected_tag (clinic_id, subject, aspect, position) FROM STDIN (FORMAT binary)"
        ) { pieces.next() }
    }

    /// Adds the expected data of one clinic to the verification, and compares its documents unless events are missing
    /// or unreadable. Must be called for one clinic after the other.
    func expect(_ expected: ExpectedData) async throws {
        differences += expected.differences
        guard expected.differences.isEmpty else {
            withoutTags.append(expected.clinic)
            return
        }
        for (index, schema) in schemas.enumerated() {
            let new = try await connection.differences(
                in: schema, of: expected.clinic, from: expected.documents[index], limit: limit - found[index])
            found[index] += new.count
            for (key, finding) in new {
                differences.append(
                    Difference(finding, table: schema.table.name.description, expected.clinic, key: key.text))
            }
        }
    }

    func compareTags() async throws {
        let results = try await connection.perform(["ANALYZE expected_tag", tagDifferences])
        for row in results[1] {
            let clinic = try row.uuid(0)
            let (position, tag) = (try row.int64(1), Tag(subject: try row.uuid(2), aspect: try row.int32(3)))
            differences.append(
                try row.bool(4)
                    ? .missingTag(clinic: clinic, position: position, tag: tag)
                    : .superfluousTag(clinic: clinic, position: position, tag: tag))
        }
        _ = try await connection.perform(["ROLLBACK"])
    }

    /// A statement that finds differences between the expected and the stored tags. Clinics with missing or unreadable
    /// events are left out, since these events' tags are unknown.
    private var tagDifferences: Statement {
        """
        SELECT clinic_id, position, subject, aspect, actual IS NULL
        FROM (SELECT clinic_id, position, subject, aspect, true AS expected FROM expected_tag) AS e
        FULL JOIN (SELECT clinic_id, position, subject, aspect, true AS actual FROM event_tag) AS t
            USING (clinic_id, position, subject, aspect)
        WHERE (expected IS NULL OR actual IS NULL) AND clinic_id <> ALL (\(withoutTags))
        ORDER BY clinic_id, position, subject, aspect
        LIMIT \(Int64(limit))
        """
    }
}

extension Difference {
    init(_ finding: DocumentComparison.Finding, table: String, _ clinic: UUIDBytes, key: String) {
        self =
            switch finding {
            case .missing: .missingDocument(table: table, clinic: clinic, key: key)
            case .superfluous: .superfluousDocument(table: table, clinic: clinic, key: key)
            case .document: .alteredDocument(table: table, clinic: clinic, key: key)
            case .column: .alteredColumn(table: table, clinic: clinic, key: key)
            }
    }
}

extension Statement {
    /// A statement that reads a page of the wrapped person keys, without the destroyed ones.
    fileprivate static func wrappedKeys(after name: KeyName) -> Statement {
        """
        SELECT clinic_id, person_id, retention::bigint, wrapped, master_key FROM person_key
        WHERE (clinic_id, person_id, retention) > (\(name.clinic), \(name.person), \(Int32(name.retention)))
            AND wrapped IS NOT NULL
        ORDER BY clinic_id, person_id, retention LIMIT 5000
        """
    }

    static let eventsBeyondFeeds: Statement = """
        SELECT e.clinic_id, min(e.position), max(e.position)
        FROM event AS e LEFT JOIN clinic_feed AS f USING (clinic_id)
        WHERE e.position > coalesce(f.last_position, 0)
        GROUP BY e.clinic_id
        """
}
