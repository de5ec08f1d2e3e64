import Clinic
import Crypto
import Endpoints
import EventLoop
import EventSourcing
import HTTPServer
import Identifiers
import Logging
import PostgresClient
import PostgresEventLog
import SQL

/// Commands and queries of the clinic, carried out.
extension Dispatcher {
    func carryOut(_ action: ClinicAction, _ call: ServerCall, key: IdempotencyKey?) -> Answering {
        guard let principal = call.principal else { return .now(.problem(.unauthenticated)) }
        switch action {
        case .command(let command):
            return .later { [self] in await answer(command, call, principal, key) }
        case .creation(let make):
            do throws(Problem) {
                let command = try make(NewIDs { UUIDBytes.version7(at: call.now) })
                return .later { [self] in await answer(command, call, principal, key) }
            } catch { return .now(.problem(error)) }
        case .query(let query):
            return answerWhenChanged(query, call, principal) ?? answerFromMemory(query, call, principal)
                ?? .later { [self] in await answer(query, call, principal) }
        case .computed(let compute):
            return .later { [self] in await answer(computing: compute, call, principal) }
        }
    }

    // MARK: Commands

    private func answer(
        _ command: ClinicCommand, _ call: ServerCall, _ principal: Principal, _ key: IdempotencyKey?
    ) async -> HTTPResponse {
        let envelope = CommandEnvelope(
            commandID: key.map { commandID($0, principal) },
            requestHash: key == nil ? [] : requestHash(call.request),
            actor: Actor(account: principal.account, role: principal.role.rawValue), now: call.now)
        let place = AnswerPlace(
            command.answer.table, command.answer.key, column: command.answer.column, location: command.answer.location)
        do throws(LogFailure<Problem>) {
            let outcome = try await services.homes[principal.clinic].handle(
                command, in: principal.clinic, as: envelope, answer: place)
            services.metrics.ended(CommandOutcome(outcome.status))
            if outcome.status == .new, let notice = command.notice { tell(notice, principal, call.trace) }
            guard let document = outcome.answer else { return .problem(.notFound) }
            // What changed something is a record of who did it. Otherwise it was a look.
            if outcome.status != .new, let refusal = await noteLook(at: command.answer, call, principal) {
                return refusal
            }
            return .json(
                call.operation.answers.first?.status ?? 200, document, etag: EntityTag(documentVersion: document),
                location: outcome.location)
        } catch {
            services.metrics.ended(CommandOutcome(error))
            return failed(error, call)
        }
    }

    /// The answer for who must not see the document, since that could not be noted.
    private func noteLook(at answer: DocumentAnswer, _ call: ServerCall, _ principal: Principal) async -> HTTPResponse?
    {
        guard let whose = answer.whose(in: principal.clinic) else { return nil }
        do {
            for row in try await services.documents.read(whose, of: principal.clinic) {
                try services.accesses.note(ID(row.uuid(0)), to: call)
            }
            return nil
        } catch { return failed(error, call.operation, call.trace) }
    }

    private func tell(_ notice: StaticString, _ principal: Principal, _ trace: TraceContext) {
        services.logger.notice(
            "\(notice)",
            metadata: [
                "clinic": "\(principal.clinic.text)", "account": "\(principal.account.text)",
                "role": "\(principal.role.rawValue)", "trace": "\(trace.traceID)", "span": "\(trace.spanID)",
            ])
    }

    /// A key is its account's own: another account's same key is another command.
    private func commandID(_ key: IdempotencyKey, _ principal: Principal) -> UUIDBytes {
        var hash = SHA256()
        hash.update(data: principal.account.bytes)
        hash.update(data: Array(key.text.utf8))
        return UUIDBytes(bytes: Array(hash.finalize().prefix(16))) ?? UUIDBytes(high: 0, low: 0)
    }

    private func requestHash(_ request: HTTPRequest) -> [UInt8] {
        var hash = SHA256()
        hash.update(data: Array(request.method.rawValue.utf8))
        hash.update(data: [0])
        hash.update(data: Array(request.target.utf8))
        hash.update(data: [0])
        hash.update(data: request.body)
        return Array(hash.finalize())
    }

    // MARK: Queries

    typealias Query = @Sendable (inout Facts<ClinicEvent>, Instant) throws(Problem) -> DocumentQuery

    /// A view that is as it was when somebody asked last, from memory alone; `nil` where it has to be read.
    private func answerFromMemory(_ query: Query, _ call: ServerCall, _ principal: Principal) -> Answering? {
        guard call.operation.hasETag else { return nil }
        guard let (view, version) = shown(query, call, principal) else { return nil }
        let etag = EntityTag(view: version)
        if let condition = call.condition, condition.matchesWeakly(etag) {
            return .now(.notModified(etag, caching: call.operation.caching))
        }
        let key = RenderedViews.Key(view, call, principal)
        return rendered.answer(key, version: version).map { answer in
            .now(show(answer.shown, call, principal) { call.ok(answer.bytes, etag: etag) })
        }
    }

    /// What a poll shows, and its version as far as the process knows.
    func shown(_ query: Query, _ call: ServerCall, _ principal: Principal) -> (view: View, version: ViewVersion)? {
        let found = services.log.readFromMemory(principal.clinic) { facts in try? query(&facts, call.now) }
        guard let view = (found ?? nil)?.view,
            let version = services.views.version(of: view, in: principal.clinic)
        else { return nil }
        return (view, version)
    }

    private func answer(_ query: Query, _ call: ServerCall, _ principal: Principal) async -> HTTPResponse {
        do throws(LogFailure<Problem>) {
            let query = try await asked(query, call, principal)
            do throws(PostgresError) { return try await answer(query, call, principal) } catch {
                return failed(LogFailure<Problem>.unavailable(error), call)
            }
        } catch { return failed(error, call) }
    }

    /// What is refused by the facts at hand is asked again of fresh ones, as it is with commands.
    private func asked(
        _ query: Query, _ call: ServerCall, _ principal: Principal
    ) async throws(LogFailure<Problem>) -> DocumentQuery {
        do throws(LogFailure<Problem>) {
            return try await services.log.read(principal.clinic, fresh: false) { facts throws(Problem) in
                try query(&facts, call.now)
            }
        } catch {
            guard case .refused = error else { throw error }
            return try await services.log.read(principal.clinic, fresh: true) { facts throws(Problem) in
                try query(&facts, call.now)
            }
        }
    }

    private func answer(
        _ query: DocumentQuery, _ call: ServerCall, _ principal: Principal
    ) async throws(PostgresError) -> HTTPResponse {
        if !query.behind.isEmpty {
            try await services.log.catchUp(query.behind, in: principal.clinic, within: services.patienceForFigures)
        }
        // The version is taken before the read: what the answer shows is at least as new as its label.
        let version = try await viewVersion(query.view, principal.clinic)
        let since = NanosecondClock.now
        let rows = try await services.documents.read(
            query.statement, of: principal.clinic, isPlannedOnce: query.view != nil)
        services.metrics.hasRead(since: since)
        let rendering = RowRendering(query)
        switch query.shape {
        case .page(let limit, let cursorColumns):
            let bytes = try rendering.page(rows, limit: limit, cursorColumns: cursorColumns)
            let shown = services.accesses.shown(try query.patients(in: rows.prefix(limit)))
            if let view = query.view, let version {
                rendered.keep(bytes, shown, as: RenderedViews.Key(view, call, principal), version: version)
            }
            return show(shown, call, principal) { call.ok(bytes, etag: version.map { EntityTag(view: $0) }) }
        case .one:
            guard let row = rows.first else { return .problem(.notFound) }
            var bytes: [UInt8] = []
            try rendering.append(row, to: &bytes)
            let shown = services.accesses.shown(try query.patients(in: [row]))
            return show(shown, call, principal) {
                call.ok(bytes, etag: version.map { EntityTag(view: $0) } ?? EntityTag(documentVersion: bytes))
            }
        }
    }

    /// An answer with patients' data, for whoever is noted to have seen it.
    private func show(
        _ shown: AccessLog.Shown, _ call: ServerCall, _ principal: Principal, _ answer: () -> HTTPResponse
    ) -> HTTPResponse {
        guard services.accesses.note(shown, to: principal, by: call.operation.id, at: call.now) else {
            return .problem(.unavailable())
        }
        return answer()
    }

    private func viewVersion(_ view: View?, _ clinic: UUIDBytes) async throws(PostgresError) -> ViewVersion? {
        guard let view else { return nil }
        if let known = services.views.version(of: view, in: clinic) { return known }
        guard let lesson = services.views.learn(clinic) else { return services.views.version(of: view, in: clinic) }
        let rows = try await services.documents.read(
            "SELECT edition, last_position FROM clinic_feed WHERE clinic_id = \(clinic)", of: clinic)
        guard let row = rows.first else { return nil }
        let seen = ViewVersion(edition: try row.int64(0), position: try row.int64(1))
        services.views.know(clinic, seen, since: lesson)
        return services.views.version(of: view, in: clinic)
    }

    // MARK: Computed answers

    private func answer(
        computing compute: @escaping @Sendable (inout Facts<ClinicEvent>, Instant) throws(Problem) -> [UInt8],
        _ call: ServerCall, _ principal: Principal
    ) async -> HTTPResponse {
        do throws(LogFailure<Problem>) {
            let bytes = try await services.homes[principal.clinic].answer(principal.clinic) { facts throws(Problem) in
                try compute(&facts, call.now)
            }
            return call.ok(bytes)
        } catch { return failed(error, call) }
    }

    private func failed(_ failure: LogFailure<Problem>, _ call: ServerCall) -> HTTPResponse {
        if let report = failure.report {
            services.logger.warning(
                "request failed",
                metadata: [
                    "operation": "\(call.operation.id)", "reason": "\(report)", "trace": "\(call.trace.traceID)",
                    "span": "\(call.trace.spanID)",
                ])
        }
        return .problem(failure.problem)
    }
}

extension UUIDBytes {
    /// A new id that sorts by its time.
    static func version7(at now: Instant) -> UUIDBytes {
        var generator = SystemRandomNumberGenerator()
        return .version7(milliseconds: now.secondsSince1970 * 1000, using: &generator)
    }
}
