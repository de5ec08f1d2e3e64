import Clinic
import Endpoints
import EventLoop
import EventSourcing
import HTTPServer
import PostgresClient
import EventStore

/// Answers queries of the clinic. If the present version of the view is known, and the client has it or its answer is
/// cached, no query is sent to PostgreSQL.
extension Dispatcher {
    typealias Query = @Sendable (inout DecisionModel<ClinicEvent>, Instant) throws(Problem) -> DocumentQuery

    /// Answers a query of the clinic.
    ///
    /// - Parameter poll: the remembered poll whose request this call repeats; `nil` if the loop remembers none.
    func answerQuery(
        _ query: @escaping Query, _ call: ServerCall, _ principal: Principal, _ poll: KnownPolls.Poll?
    ) -> Reply {
        answerFollower(query, call, principal) ?? holdPoll(query, call, principal) ?? answerQueryFromMemory(
            query, call, principal, poll)
            ?? .later { [self] in await answerQueryFromDocuments(query, call, principal) }
    }

    /// The answer 304 to a poll if the client has the view's present version, or else the cached answer for that
    /// version; `nil` if PostgreSQL must be asked.
    private func answerQueryFromMemory(
        _ query: Query, _ call: ServerCall, _ principal: Principal, _ poll: KnownPolls.Poll?
    ) -> Reply? {
        // Only the queries of polled operations belong to views.
        guard call.operation.isPolled, let (query, view, version) = findView(query, call, principal) else { return nil }
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
        return polled.content(renderingKey(query, call, principal), version: version)
            .map { .now(showContent($0, etag, call, principal)) }
    }

    /// The view that a poll asks for, and the view's version; `nil` if the query cannot be made from states in memory,
    /// if it belongs to no view, or if the process does not know the version.
    func findView(
        _ query: Query, _ call: ServerCall, _ principal: Principal
    ) -> (query: DocumentQuery, view: View, version: ViewVersion)? {
        let found = services.log.readFromMemory(principal.feed) { model in try? query(&model, call.now) }
        guard let query = found ?? nil, let view = query.view,
            let version = services.shared.views.version(of: view, in: principal.feed)
        else { return nil }
        return (query, view, version)
    }

    private func answerQueryFromDocuments(
        _ query: Query, _ call: ServerCall, _ principal: Principal
    ) async -> HTTPResponse {
        do throws(LogFailure<Problem>) {
            let query = try await makeDocumentQuery(query, call, principal)
            do throws(PostgresError) { return try await showDocuments(query, call, principal) } catch {
                return answerLogFailure(LogFailure<Problem>.unavailable(error), call)
            }
        } catch { return answerLogFailure(error, call) }
    }

    /// Makes the query for documents from cached states. If these states lead to a rejection, the query is made again
    /// from fresh states, since the cached ones may be outdated.
    func makeDocumentQuery(
        _ query: Query, _ call: ServerCall, _ principal: Principal
    ) async throws(LogFailure<Problem>) -> DocumentQuery {
        do throws(LogFailure<Problem>) {
            return try await services.log.read(principal.feed, fresh: false) { model throws(Problem) in
                try query(&model, call.now)
            }
        } catch {
            guard case .rejected = error else { throw error }
            return try await services.log.read(principal.feed, fresh: true) { model throws(Problem) in
                try query(&model, call.now)
            }
        }
    }

    /// Reads and renders documents. Callers that send the same query at the same version of its view share the result.
    private func showDocuments(
        _ query: DocumentQuery, _ call: ServerCall, _ principal: Principal
    ) async throws(PostgresError) -> HTTPResponse {
        let clinic = principal.feed
        // The version is read before the documents, so that the answer is at least as new as the version that labels
        // it.
        guard let view = query.view, let version = try await readVersion(of: view, in: clinic) else {
            guard let content = try await renderDocuments(query, in: clinic) else { return .problem(.notFound) }
            let isOne = if case .one = query.shape { true } else { false }
            return showContent(content, isOne ? EntityTag(documentVersion: content.bytes) : nil, call, principal)
        }
        let shared = try await polled.content(renderingKey(query, call, principal), version: version) {
            [self] () async throws(PostgresError) in try await renderDocuments(query, in: clinic)
        }
        guard let content = shared else { return .problem(.notFound) }
        return showContent(content, EntityTag(view, version), call, principal)
    }

    private func renderingKey(
        _ query: DocumentQuery, _ call: ServerCall, _ principal: Principal
    ) -> RenderedViews.Key {
        RenderedViews.Key(query.statement, in: principal.feed, operation: call.operation.id)
    }

    /// Records the access to the patient data in an answer, and returns the answer. If the access cannot be recorded,
    /// returns 503.
    func showContent(
        _ content: ViewContent, _ etag: EntityTag?, _ call: ServerCall, _ principal: Principal
    ) -> HTTPResponse {
        guard services.accesses.note(content.shown, to: principal, by: call.operation.id, at: call.now) else {
            return .problem(.unavailable())
        }
        return call.ok(content.bytes, etag: etag)
    }
}
