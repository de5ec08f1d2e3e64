import Clinic
import Endpoints
import EventLoop
import EventSourcing
import EventStore
import HTTPServer
import Identifiers
import PostgresClient
import Projections
import SQL

/// Answers queries of the clinic: from memory if the view's version is known and rendered, else from PostgreSQL.
extension Dispatcher {
    typealias Query = @Sendable (inout DecisionModel<ClinicEvent>, Instant) throws(Problem) -> DocumentQuery

    /// Answers a query of the clinic.
    ///
    /// - Parameter poll: identifies the query if it is repeated.
    func answer(
        _ query: @escaping Query, _ call: ServerCall, _ principal: Principal, _ poll: KnownPolls.Poll?
    ) -> Reply {
        answerWhenChanged(query, call, principal) ?? answerFromMemory(query, call, principal, poll)
            ?? .later { [self] in await read(query, call, principal) }
    }

    /// The cached answer for a view's present version; `nil` if PostgreSQL must be asked.
    private func answerFromMemory(
        _ query: Query, _ call: ServerCall, _ principal: Principal, _ poll: KnownPolls.Poll?
    ) -> Reply? {
        guard call.operation.hasETag, let (query, view, version) = shown(query, call, principal) else { return nil }
        guard call.request.headers.bytes("if-match") == nil else { return nil }
        let field = call.ifNoneMatch
        if let field, let last = poll?.unchanged, last.view == view, last.version == version, last.field[...] == field {
            return .now(last.answer)
        }
        let etag = EntityTag(view, version)
        if let field, EntityTagCondition(field)?.matchesWeakly(etag) == true {
            let answer = HTTPResponse.notModified(etag, caching: call.operation.caching)
            poll?.unchanged = KnownPolls.Unchanged(view: view, version: version, field: Array(field), answer: answer)
            return .now(answer)
        }
        return polled.content(key(query, call, principal), version: version)
            .map { .now(show($0, etag, call, principal)) }
    }

    /// The view of a poll, and its version if the process knows it.
    func shown(
        _ query: Query, _ call: ServerCall, _ principal: Principal
    ) -> (query: DocumentQuery, view: View, version: ViewVersion)? {
        let found = services.log.readFromMemory(principal.clinic) { model in try? query(&model, call.now) }
        guard let query = found ?? nil, let view = query.view,
            let version = services.views.version(of: view, in: principal.clinic)
        else { return nil }
        return (query, view, version)
    }

    private func read(_ query: Query, _ call: ServerCall, _ principal: Principal) async -> HTTPResponse {
        do throws(LogFailure<Problem>) {
            let query = try await asked(query, call, principal)
            do throws(PostgresError) { return try await read(query, call, principal) } catch {
                return failed(LogFailure<Problem>.unavailable(error), call)
            }
        } catch { return failed(error, call) }
    }

    /// Makes the query from cached states. A rejection is checked again with fresh states, as for commands.
    private func asked(
        _ query: Query, _ call: ServerCall, _ principal: Principal
    ) async throws(LogFailure<Problem>) -> DocumentQuery {
        do throws(LogFailure<Problem>) {
            return try await services.log.read(principal.clinic, fresh: false) { model throws(Problem) in
                try query(&model, call.now)
            }
        } catch {
            guard case .rejected = error else { throw error }
            return try await services.log.read(principal.clinic, fresh: true) { model throws(Problem) in
                try query(&model, call.now)
            }
        }
    }

    private func read(
        _ query: DocumentQuery, _ call: ServerCall, _ principal: Principal
    ) async throws(PostgresError) -> HTTPResponse {
        // The version is taken before the read, so the answer is at least as new as its version.
        guard let view = query.view, let version = try await version(of: view, principal.clinic) else {
            guard let content = try await content(of: query, in: principal.clinic) else { return .problem(.notFound) }
            let isOne = if case .one = query.shape { true } else { false }
            return show(content, isOne ? EntityTag(documentVersion: content.bytes) : nil, call, principal)
        }
        let clinic = principal.clinic
        let shared = try await polled.content(key(query, call, principal), version: version) {
            [self] () async throws(PostgresError) in try await content(of: query, in: clinic)
        }
        guard let content = shared else { return .problem(.notFound) }
        return show(content, EntityTag(view, version), call, principal)
    }

    private func key(_ query: DocumentQuery, _ call: ServerCall, _ principal: Principal) -> RenderedViews.Key {
        RenderedViews.Key(query.statement, in: principal.clinic, operation: call.operation.id)
    }

    /// The content of a query's answer.
    ///
    /// - Returns: `nil` if there is no such document.
    private func content(of query: DocumentQuery, in clinic: UUIDBytes) async throws(PostgresError) -> ViewContent? {
        let rows = try await rows(of: query, in: clinic)
        let rendering = RowRendering(query)
        switch query.shape {
        case .page(let limit, let cursorColumns):
            let bytes = try rendering.page(rows, limit: limit, cursorColumns: cursorColumns)
            return ViewContent(bytes, services.accesses.shown(try query.patients(in: rows.prefix(limit))))
        case .one:
            guard let row = rows.first else { return nil }
            var bytes: [UInt8] = []
            try rendering.append(row, to: &bytes)
            return ViewContent(bytes, services.accesses.shown(try query.patients(in: [row])))
        }
    }

    private func rows(of query: DocumentQuery, in clinic: UUIDBytes) async throws(PostgresError) -> Rows {
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
        let rows = try await services.documents.read(query.statement, of: clinic, isPlannedOnce: query.view != nil)
        services.metrics.hasRead(since: since)
        return rows
    }

    /// Answers with patient data, after the access has been noted.
    private func show(
        _ content: ViewContent, _ etag: EntityTag?, _ call: ServerCall, _ principal: Principal
    ) -> HTTPResponse {
        guard services.accesses.note(content.shown, to: principal, by: call.operation.id, at: call.now) else {
            return .problem(.unavailable())
        }
        return call.ok(content.bytes, etag: etag)
    }

    private func version(of view: View, _ clinic: UUIDBytes) async throws(PostgresError) -> ViewVersion? {
        if let known = services.views.version(of: view, in: clinic) { return known }
        guard let lesson = services.views.learn(clinic) else { return services.views.version(of: view, in: clinic) }
        // A WAL file's name begins with the timeline, which `pg_control_checkpoint` reports late after a promotion. A
        // standby counts as timeline 0, which is older than every primary's.
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
        services.views.know(clinic, seen, since: lesson)
        return services.views.version(of: view, in: clinic)
    }
}
