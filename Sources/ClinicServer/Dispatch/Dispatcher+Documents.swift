import Clinic
import EventLoop
import Identifiers
import PostgresClient
import Projections
import SQL

/// Reads the documents of queries, and the versions of views, from PostgreSQL.
extension Dispatcher {
    /// Reads documents and makes the content of an answer from them.
    ///
    /// - Returns: `nil` if there is no such document.
    func renderDocuments(_ query: DocumentQuery, in clinic: UUIDBytes) async throws(PostgresError) -> ViewContent? {
        let rows = try await readDocuments(query, in: clinic)
        let rendering = RowRendering(query)
        switch query.shape {
        case .page(let limit, let cursorColumns):
            let bytes = try await rendering.page(rows, limit: limit, cursorColumns: cursorColumns)
            return ViewContent(bytes, services.accesses.shown(try query.patients(in: rows.prefix(limit))))
        case .one:
            guard let row = rows.first else { return nil }
            var bytes: [UInt8] = []
            try rendering.append(row, to: &bytes)
            return ViewContent(bytes, services.accesses.shown(try query.patients(in: rows)))
        }
    }

    /// Reads the rows of a query. If the query reads asynchronous read models, it first waits for a limited time until
    /// they include the events appended so far. After that, the replica may answer it instead of the primary.
    private func readDocuments(_ query: DocumentQuery, in clinic: UUIDBytes) async throws(PostgresError) -> Rows {
        if !query.asyncProjections.isEmpty {
            let position = try await services.log.catchUp(
                query.asyncProjections, in: clinic, within: services.patienceForFigures)
            if let position, let replica = services.replica,
                let rows = await replica.read(
                    query.statement, of: clinic, asyncProjections: query.asyncProjections, upTo: position)
            {
                return rows
            }
        }
        let since = NanosecondClock.now
        let rows = try await services.documents.read(query.statement, of: clinic, isPlannedOnce: query.isPlannedOnce)
        services.metrics.hasRead(since: since)
        return rows
    }

    /// The present version of a view, from memory or else from PostgreSQL.
    ///
    /// - Returns: `nil` if the clinic has no feed, if this process does not receive the events that other processes
    ///   append, or if the read came from a PostgreSQL server that has been replaced.
    func readVersion(of view: View, in clinic: UUIDBytes) async throws(PostgresError) -> ViewVersion? {
        if let known = services.shared.views.version(of: view, in: clinic) { return known }
        guard let lesson = services.shared.views.learn(clinic) else {
            return services.shared.views.version(of: view, in: clinic)
        }
        // PostgreSQL's timeline is read from the name of the current WAL file, since `pg_control_checkpoint` reports a
        // new timeline late after a promotion. A standby returns 0, which is lower than the timeline of any primary, so
        // that its answer is ignored.
        let rows = try await services.documents.read(
            """
            SELECT CASE WHEN pg_is_in_recovery() THEN 0
                        ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int8 END,
                   edition, last_position
            FROM clinic_feed WHERE clinic_id = \(clinic)
            """, of: clinic)
        guard let row = rows.first else { return nil }
        let seen = ViewVersion(
            timeline: try row.int64(0), edition: try row.int64(1), position: try row.int64(2))
        services.shared.views.know(clinic, seen, since: lesson)
        return services.shared.views.version(of: view, in: clinic)
    }
}
