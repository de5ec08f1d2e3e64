import EventSourcing
import Identifiers
import PostgresClient
import SQL

/// The connection through which documents take the place of those that are there, in one transaction per clinic.
///
/// - Safety: touched on the connection's loop alone.
final class TakeOver: @unchecked Sendable {
    let connection: PostgresConnection
    private let schemas: [DocumentSchema]
    /// Of read models behind the appends, which are written by whoever has a lease, whether somebody appends or not.
    private let behind: Set<DocumentTable>
    private var hasStages = false

    init(_ connection: PostgresConnection, _ schemas: [DocumentSchema], behind: Set<DocumentTable>) {
        self.connection = connection
        self.schemas = schemas
        self.behind = behind
    }

    /// Begins the transaction and has the rows at hand, for the moment at which nobody appends.
    func begin(_ changes: [DocumentChanges]) async throws {
        if !hasStages {
            _ = try await connection.perform(schemas.enumerated().map { $1.makeStage(stage($0)) })
            hasStages = true
        }
        // What has happened has happened: the guards of appends have no say in what it folds to (migration 0101).
        _ = try await connection.perform("BEGIN")
        _ = try await connection.perform("SET LOCAL chairside.rebuild = 'on'")
        // While others wait for the feed, this does not wait long for a table; and a rebuild that is gone is noticed.
        _ = try await connection.perform("SET LOCAL lock_timeout = '5s'")
        _ = try await connection.perform("SET LOCAL client_connection_check_interval = '2s'")
        try await put(changes)
    }

    /// From now on nobody appends to the clinic, and nothing behind the appends is written, until the transaction ends.
    ///
    /// - Returns: where its feed ends.
    func lock(_ clinic: UUIDBytes) async throws -> Int64 {
        // Documents may stand where no event ever was.
        let results = try await connection.perform([.makeFeeds(of: [clinic]), .lockFeeds(of: [clinic])])
        guard let row = results[1].first else { throw PostgresError.protocolViolation("a feed is not there") }
        let last = try row.int64(1)
        if !behind.isEmpty {
            let names = behind.map(\.name.description)
            _ = try await connection.perform(.placeBehind(names, in: clinic, at: last))
        }
        return last
    }

    /// Puts others in the place of what `begin` put under the same keys.
    func amend(_ changes: [DocumentChanges], in clinic: UUIDBytes) async throws {
        let removals = schemas.indices.filter { !changes[$0].keys.isEmpty }.map { index in
            schemas[index].delete(changes[index].keys.map { InClinic(clinic: clinic, value: $0) }, from: stage(index))
        }
        guard !removals.isEmpty else { return }
        _ = try await connection.perform(removals)
        try await put(changes)
    }

    /// - Parameter gone: per projection, the keys under which there is to be no document.
    /// - Returns: how many documents are not what they were.
    func apply(gone: [[DocumentKey]], in clinic: UUIDBytes) async throws -> Int {
        var statements: [Statement] = []
        for (index, schema) in schemas.enumerated() {
            if !gone[index].isEmpty {
                statements.append(
                    schema.delete(gone[index].map { InClinic(clinic: clinic, value: $0) }, from: schema.name))
            }
            if behind.contains(schema.table) { statements.append(schema.deleteAll(of: clinic, notOn: stage(index))) }
            statements.append(schema.takeOver(of: clinic, from: stage(index)))
        }
        return try await connection.perform(statements).reduce(0) { $0 + $1.affected }
    }

    /// - Parameter work: what the rebuild is of, as `RebuildRecord` knows it.
    func commit(_ clinic: UUIDBytes, of work: String, isChanged: Bool) async throws {
        var statements: [Statement] = []
        if isChanged { statements.append(.newEdition(of: clinic, mark: .random(in: .min ... .max))) }
        _ = try await connection.perform(statements + [.record(clinic, work), "COMMIT"])
    }

    func rollBack() async {
        guard connection.isOpen else { return }
        do { _ = try await connection.perform("ROLLBACK", effect: .reads) } catch { connection.close() }
    }

    private func put(_ changes: [DocumentChanges]) async throws {
        for (index, changes) in changes.enumerated() {
            guard let next = changes.pieces() else { continue }
            _ = try await connection.copyIn(schemas[index].copyIn(into: stage(index))) { next() }
        }
    }

    private func stage(_ index: Int) -> Identifier {
        Identifier("rebuilt_document", schema: "pg_temp").numbered(UInt32(index))
    }
}

extension DocumentSchema {
    /// A table of the session's own, like this one, that every transaction leaves empty.
    fileprivate func makeStage(_ stage: Identifier) -> Statement {
        "CREATE TEMPORARY TABLE \(stage) (LIKE \(name) INCLUDING GENERATED) ON COMMIT DELETE ROWS"
    }

    /// For a stage with all documents that there are to be.
    fileprivate func deleteAll(of clinic: UUIDBytes, notOn stage: Identifier) -> Statement {
        """
        DELETE FROM \(name) AS t
        WHERE t.clinic_id = \(clinic) AND NOT EXISTS (SELECT FROM \(stage) AS s WHERE s.\(key) = t.\(key))
        """
    }

    /// Writes what is on the stage and not in the table as it is. For who holds the feed's lock.
    fileprivate func takeOver(of clinic: UUIDBytes, from stage: Identifier) -> Statement {
        """
        INSERT INTO \(name) (\(columnList))
        SELECT s.clinic_id, s.\(key), s.document\(columns.map { ", s.\($0)" as Statement }.joined(separator: ""))
        FROM \(stage) AS s LEFT JOIN \(name) AS t ON t.clinic_id = \(clinic) AND t.\(key) = s.\(key)
        WHERE t.clinic_id IS NULL OR (\(compared(Identifier("t")))) IS DISTINCT FROM (\(compared(Identifier("s"))))
        ORDER BY s.\(key)
        ON CONFLICT (clinic_id, \(key)) DO UPDATE SET document = EXCLUDED.document\(
            columns.map { ", \($0) = EXCLUDED.\($0)" as Statement }.joined(separator: ""))
        """
    }

    /// All but the key, as it can be compared.
    private func compared(_ alias: Identifier) -> Statement {
        let own = zip(columns, columnTypes).map { column, type -> Statement in
            type == .json ? ", \(alias).\(column)::text" : ", \(alias).\(column)"
        }
        return "\(alias).document::text\(own.joined(separator: ""))"
    }
}

extension Statement {
    /// The clinic's documents are others than its positions told so far: an append that expects the feed as it was asks first,
    /// and servers label what they show anew.
    fileprivate static func newEdition(of clinic: UUIDBytes, mark: Int64) -> Statement {
        """
        WITH changed AS (
            UPDATE clinic_feed SET mark = \(mark), edition = edition + 1 WHERE clinic_id = \(clinic)
            RETURNING clinic_id, edition
        )
        SELECT pg_notify('chairside_event', clinic_id || ':' || edition) FROM changed
        """
    }
}
