import Clinic
import Endpoints
import EventLoop
import EventSourcing
import EventStore
import HTTPServer
import Identifiers
import PostgresClient
import SQL

/// Sends the changes of a followed list to clients. Each client gets the changes since the version of the list that it
/// has.
extension Dispatcher {
    /// The changes of a followed list, and the version of the list that the client has afterwards.
    struct Changes {
        let content: ViewContent
        let version: ListVersion?
        /// Whether the followed list has not changed since the client's version.
        let isEmpty: Bool
    }

    /// The answer to a request that follows a list, by a stream or by `since`; `nil` for any other request.
    func answerFollower(_ query: @escaping Query, _ call: ServerCall, _ principal: Principal) -> Reply? {
        guard call.operation.isFollowed else { return nil }
        if call.wantsStream { return .later { [self] in await openStream(query, call, principal) } }
        guard call.request.asksForChanges else { return nil }
        return .later { [self] in
            guard call.mayWait, let preference = call.waitPreference else {
                return await showChanges(query, call, principal)
            }
            guard let (list, version) = await loadList(query, call, principal),
                let since = list.since.flatMap({ ListVersion($0, of: list.view) }), since.isCurrent(version)
            else { return await showChanges(query, call, principal) }
            let wait = await services.polls.wait(
                for: list.view, in: principal.clinic, after: version, atMost: .seconds(preference.seconds),
                by: Sharer(principal))
            if wait == .full { return .problem(.unavailable(retryAfter: Self.retryOfPolls)) }
            let late = await answerAgain(call, principal)
            return wait == .waited ? late.applying(preference) : late
        }
    }

    /// The followed list that a request asks for, and the version of the list's view. The result is `nil` if the query
    /// cannot be made from states in memory, or if the process does not know the version.
    func findList(
        _ query: Query, _ call: ServerCall, _ principal: Principal
    ) -> (list: FollowedList, version: ViewVersion)? {
        let found = services.log.readFromMemory(principal.clinic) { model in try? query(&model, call.now) }
        guard let list = (found ?? nil)?.followed,
            let version = services.shared.views.version(of: list.view, in: principal.clinic)
        else { return nil }
        return (list, version)
    }

    /// The followed list that a request asks for, and the version of the list's view. States and a version that are not
    /// in memory are read first. The result is `nil` if the reading fails.
    private func loadList(
        _ query: @escaping Query, _ call: ServerCall, _ principal: Principal
    ) async -> (list: FollowedList, version: ViewVersion)? {
        if let found = findList(query, call, principal) { return found }
        guard let list = (try? await makeDocumentQuery(query, call, principal))?.followed,
            (try? await readVersion(of: list.view, in: principal.clinic)) != nil
        else { return nil }
        return findList(query, call, principal)
    }

    private func showChanges(
        _ query: @escaping Query, _ call: ServerCall, _ principal: Principal
    ) async -> HTTPResponse {
        do throws(LogFailure<Problem>) {
            let asked = try await makeDocumentQuery(query, call, principal)
            do throws(PostgresError) {
                let changes = try await changes(of: asked, since: asked.followed?.since, call, principal)
                return showContent(changes.content, nil, call, principal)
            } catch { return answerLogFailure(LogFailure<Problem>.unavailable(error), call) }
        } catch { return answerLogFailure(error, call) }
    }

    /// Reads the changes of a followed list.
    ///
    /// - Parameter since: the version that the client has. If this server does not know the changes since then, the
    ///   answer is the whole list.
    func changes(
        of query: DocumentQuery, since: String?, _ call: ServerCall, _ principal: Principal
    ) async throws(PostgresError) -> Changes {
        let clinic = principal.clinic
        guard let list = query.followed else { return try await all(of: query, nil, nil, call, clinic) }
        let view = list.view
        // The feed's end (`place`) is read first, then the version of the list's view, then the rows. So the version
        // and the rows include all changes up to `place`, even if the rows were read for another client under the same
        // version.
        guard try await readVersion(of: view, in: clinic) != nil, let place = services.shared.views.place(in: clinic),
            let version = services.shared.views.version(of: view, in: clinic)
        else { return try await all(of: query, nil, nil, call, clinic) }
        let current = ListVersion(view, place)
        guard let since = since.flatMap({ ListVersion($0, of: view) }),
            let touches = services.shared.views.touches(in: clinic, after: since.place),
            let touched = list.entries(touchedBy: touches), touched.entries.count <= list.limit
        else { return try await all(of: query, current, version, call, clinic) }
        guard !touched.isEmpty else {
            let bytes = RowRendering.noChanges(version: current.text)
            return Changes(content: ViewContent(bytes, services.accesses.shown([])), version: current, isEmpty: true)
        }
        let content = try await rendered(query, list.statement(touched), version, call, clinic) {
            (rendering, rows, limit) async throws(PostgresError) in
            try await rendering.changes(rows, limit: limit, touched: touched.entries, version: current.text)
        }
        return Changes(content: content, version: current, isEmpty: false)
    }

    private func all(
        of query: DocumentQuery, _ current: ListVersion?, _ version: ViewVersion?, _ call: ServerCall,
        _ clinic: UUIDBytes
    ) async throws(PostgresError) -> Changes {
        let text = current?.text ?? ListVersion.unknown
        let statement = query.followed?.whole ?? query.statement
        let content = try await rendered(query, statement, version, call, clinic) {
            (rendering, rows, limit) async throws(PostgresError) in
            try await rendering.changes(rows, limit: limit, touched: nil, version: text)
        }
        return Changes(content: content, version: current, isEmpty: false)
    }

    private typealias Render = @Sendable (RowRendering, Rows, Int) async throws(PostgresError) -> [UInt8]

    /// Reads and renders changes of a followed list. Clients that need the same changes of a view share one reading; a
    /// list without a view is read for each client.
    private func rendered(
        _ query: DocumentQuery, _ statement: Statement, _ version: ViewVersion?, _ call: ServerCall,
        _ clinic: UUIDBytes, _ render: @escaping Render
    ) async throws(PostgresError) -> ViewContent {
        let read: () async throws(PostgresError) -> ViewContent? = { [self] () async throws(PostgresError) in
            let since = NanosecondClock.now
            let rows = try await services.documents.read(statement, of: clinic, isPlannedOnce: query.isPlannedOnce)
            services.metrics.hasRead(since: since)
            let limit = query.followed?.limit ?? 1
            let bytes = try await render(RowRendering(query), rows, limit)
            return ViewContent(bytes, services.accesses.shown(try query.patients(in: rows.prefix(limit))))
        }
        // A followed list without a view also changes as time passes, so it is read for each client.
        guard let version, query.view != nil else {
            return try await read() ?? ViewContent([], services.accesses.shown([]))
        }
        let key = RenderedViews.Key(statement, in: clinic, operation: call.operation.id + "/changes")
        return try await polled.content(key, version: version, read: read)
            ?? ViewContent([], services.accesses.shown([]))
    }
}

extension HTTPRequest {
    /// Whether the request has the query parameter `since`.
    var asksForChanges: Bool {
        guard let query = queryBytes else { return false }
        return query.split(separator: UInt8(ascii: "&")).contains { $0.starts(with: Array("since=".utf8)) }
    }
}
