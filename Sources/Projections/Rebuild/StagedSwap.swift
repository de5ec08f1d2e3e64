import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import SQL

/// The connection through which rebuilt documents replace the stored ones, in one transaction per clinic.
final class StagedSwap {
    let connection: PostgresConnection
    private let schemas: [DocumentSchema]
    /// The tables of asynchronous projections, which lease holders write independently of appends.
    private let asynchronous: Set<DocumentTable>
    private var hasStages = false

    init(_ connection: PostgresConnection, _ schemas: [DocumentSchema], asynchronous: Set<DocumentTable>) {
        self.connection = connection
        self.schemas = schemas
        self.asynchronous = asynchronous
    }

    /// Begins the swap's transaction and copies the new rows into temporary tables, so that little is left to do while
    /// the feed is locked.
    func begin(_ changes: [DocumentChanges]) async throws {
        if !hasStages {
            _ = try await connection.perform(schemas.enumerated().map { $1.makeStage(stage($0)) })
            hasStages = true
        }
        // The triggers that guard appends do not apply to documents that are folded again from events (migration 0101).
        _ = try await connection.perform("BEGIN")
        _ = try await connection.perform("SET LOCAL chairside.rebuild = 'on'")
        // Appends wait while the feed is locked. So the swap must not wait long for a table, and PostgreSQL must soon
        // detect that the rebuild's process has ended.
        _ = try await connection.perform("SET LOCAL lock_timeout = '5s'")
        _ = try await connection.perform("SET LOCAL client_connection_check_interval = '2s'")
        try await put(changes)
    }

    /// Locks the clinic's feed: until the transaction ends, no event is appended to it, and no document of the rebuilt
    /// asynchronous projections is written for the clinic.
    ///
    /// - Returns: the position of the feed's last event.
    func lock(_ clinic: UUIDBytes) async throws -> Int64 {
        // A rebuild also deletes documents of a clinic that has no feed, since no event made them. A feed is created
        // for such a clinic, so that there is a feed to lock.
        let results = try await connection.perform([.makeFeeds(of: [clinic]), .lockFeeds(of: [clinic])])
        guard let row = results[1].first else { throw PostgresError.protocolViolation("a feed is not there") }
        let last = try row.int64(1)
        if !asynchronous.isEmpty {
            let names = asynchronous.map(\.name.description)
            _ = try await connection.perform(.asyncPosition(names, in: clinic, at: last))
        }
        return last
    }

    /// Replaces rows in the staged swap's temporary tables, because events have changed these documents since they were
    /// copied there.
    func amend(_ changes: [DocumentChanges], in clinic: UUIDBytes) async throws {
        let removals = schemas.indices.filter { !changes[$0].selection.isEmpty }.map { index -> Statement in
            switch changes[index].selection {
            case .all: "DELETE FROM \(stage(index))"
            case .listed(let keys):
                schemas[index].delete(keys.map { InClinic(clinic: clinic, value: $0) }, from: stage(index))
            }
        }
        guard !removals.isEmpty else { return }
        _ = try await connection.perform(removals)
        try await put(changes)
    }

    /// Replaces the stored documents by those in the staged swap's temporary tables.
    ///
    /// - Parameters:
    ///   - early: the changes that `begin` has copied.
    ///   - late: the changes that `amend` has copied.
    /// - Returns: the number of documents that were written or deleted.
    func apply(_ early: [DocumentChanges], _ late: [DocumentChanges], in clinic: UUIDBytes) async throws -> Int {
        var statements: [Statement] = []
        for (index, schema) in schemas.enumerated() {
            let (early, late) = (early[index], late[index])
            if early.selection.isWhole || late.selection.isWhole {
                statements.append(schema.deleteAll(of: clinic, notOn: stage(index)))
            } else {
                let gone = early.gone.filter { !late.selection.contains($0) } + late.gone
                if !gone.isEmpty {
                    statements.append(
                        schema.delete(gone.map { InClinic(clinic: clinic, value: $0) }, from: schema.name))
                }
            }
            statements.append(schema.stagedSwap(of: clinic, from: stage(index)))
        }
        return try await connection.perform(statements).reduce(0) { $0 + $1.affected }
    }

    /// Commits the staged swap, and with it the record that the rebuild has finished this clinic.
    ///
    /// - Parameter work: identifies the projections and the program, as in `RebuildRecord`.
    func commit(_ clinic: UUIDBytes, of work: String, isChanged: Bool) async throws {
        var statements: [Statement] = []
        if isChanged { statements.append(.newEdition(of: clinic, token: .random(in: .min ... .max))) }
        _ = try await connection.perform(statements + [.record(clinic, work), "COMMIT"])
    }

    func rollBack() async {
        guard connection.isOpen else { return }
        do { _ = try await connection.perform("ROLLBACK", effect: .reads) } catch { connection.close() }
    }

    private func put(_ changes: [DocumentChanges]) async throws {
        for (index, changes) in changes.enumerated() {
            if let next = changes.pieces() {
                _ = try await connection.copyIn(schemas[index].copyIn(into: stage(index))) { next() }
            }
            try changes.check()
        }
    }

    private func stage(_ index: Int) -> Identifier {
        Identifier("rebuilt_document", schema: "pg_temp").numbered(UInt32(index))
    }
}

extension DocumentSchema {
    /// A statement that creates the temporary table for a projection's rebuilt documents, with the columns of the read
    /// model's table. PostgreSQL empties it at the end of every transaction.
    fileprivate func makeStage(_ stage: Identifier) -> Statement {
        "CREATE TEMPORARY TABLE \(stage) (LIKE \(name) INCLUDING GENERATED) ON COMMIT DELETE ROWS"
    }

    /// A statement that deletes the clinic's documents that are not in the temporary table of the staged swap. That
    /// table must have all rebuilt documents of the clinic.
    fileprivate func deleteAll(of clinic: UUIDBytes, notOn stage: Identifier) -> Statement {
        """
        DELETE FROM \(name) AS t
        WHERE t.clinic_id = \(clinic) AND NOT EXISTS (SELECT FROM \(stage) AS s WHERE s.\(key) = t.\(key))
        """
    }

    /// A statement that writes those documents of the temporary table that are missing in the read model's table or
    /// differ from it. The caller must hold the feed's lock.
    fileprivate func stagedSwap(of clinic: UUIDBytes, from stage: Identifier) -> Statement {
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

    /// An SQL row of the document and the projection's own columns, in a form that can be compared: JSON as text.
    private func compared(_ alias: Identifier) -> Statement {
        let own = zip(columns, columnTypes).map { column, type -> Statement in
            type == .json ? ", \(alias).\(column)::text" : ", \(alias).\(column)"
        }
        return "\(alias).document::text\(own.joined(separator: ""))"
    }
}

extension Statement {
    /// A statement that records that the clinic's documents change without new events. The new feed token makes the
    /// next optimistic append fail, so that it is repeated as a locking append. The new edition makes servers change
    /// their view versions.
    fileprivate static func newEdition(of clinic: UUIDBytes, token: Int64) -> Statement {
        """
        WITH changed AS (
            UPDATE clinic_feed SET mark = \(token), edition = edition + 1 WHERE clinic_id = \(clinic)
            RETURNING clinic_id, edition
        )
        SELECT pg_notify('chairside_event', clinic_id || ':' || edition) FROM changed
        """
    }
}
