import Clinic
import Crypto
import Endpoints
import EventLoop
import EventSourcing
import EventStore
import HTTPServer
import Identifiers
import Logging
import PostgresClient

/// Performs the clinic's actions; queries are in a file of their own.
extension Dispatcher {
    /// Whether the clinic has opened an area of the mobile app, according to the cached state.
    func isOpen(_ area: AppArea, to principal: Principal) -> Bool? {
        services.log.readFromMemory(principal.clinic) { model in
            model[.basics].mobileAccess.areas(of: principal.role).contains(area)
        }
    }

    /// Performs an action of the clinic.
    ///
    /// - Throws: a problem with the request's preconditions, or with the entity to create.
    func carryOut(_ action: ClinicAction, _ call: ServerCall, key: IdempotencyKey?) throws(Problem) -> Reply {
        guard let principal = call.principal else { throw .unauthenticated }
        switch action {
        case .command(let command): return later(command, makes: [], try call.preconditions(), call, principal, key)
        case .creation(let make):
            var made: [UUIDBytes] = []
            let command = try make(
                NewIDs {
                    let id = UUIDBytes.version7(at: call.now)
                    made.append(id)
                    return id
                })
            return later(command, makes: made, try call.preconditions(), call, principal, key)
        case .query(let query): return answer(query, call, principal, nil)
        case .computed(let compute):
            return .later { [self] in await answer(computing: compute, call, principal) }
        }
    }

    // MARK: Commands

    private func later(
        _ command: ClinicCommand, makes ids: [UUIDBytes], _ preconditions: Preconditions, _ call: ServerCall,
        _ principal: Principal, _ key: IdempotencyKey?
    ) -> Reply {
        .later { [self] in await answer(command.under(preconditions), makes: ids, call, principal, key) }
    }

    /// Runs a command and answers it.
    ///
    /// - Parameter ids: the ids of entities that the command creates.
    private func answer(
        _ command: ClinicCommand, makes ids: [UUIDBytes], _ call: ServerCall, _ principal: Principal,
        _ key: IdempotencyKey?
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
            // A command that changed something is recorded by its event. Otherwise its answer is an access.
            if outcome.status != .new {
                // The entity that a repeated creation would have made now was not made.
                let shown = command.answer.isOf(oneOf: ids) ? command.answer.of(document) : command.answer
                if let refusal = await look(at: shown, call, principal) { return refusal }
            }
            return .json(
                call.operation.answers.first?.status ?? 200, document, etag: EntityTag(documentVersion: document),
                location: outcome.location)
        } catch {
            services.metrics.ended(CommandOutcome(error))
            return failed(error, call)
        }
    }

    /// Checks that the caller may see a command's answer, which may be older than the caller's right to see it, and
    /// notes the access.
    ///
    /// - Returns: the answer for a caller who must not see it, or whose access could not be noted.
    private func look(at answer: DocumentAnswer, _ call: ServerCall, _ principal: Principal) async -> HTTPResponse? {
        do {
            guard let patient = try await patient(of: answer, principal.clinic) else { return nil }
            let hidden = try await services.log.read(principal.clinic, fresh: true) { model in
                answer.problem(for: principal, about: patient, &model, at: call.now)
            }
            if let hidden { return .problem(hidden) }
            try services.accesses.note(patient, to: call)
            return nil
        } catch { return failed(error, call.operation, call.trace) }
    }

    /// The patient whose data an answer shows.
    ///
    /// - Returns: `nil` if the answer is about no patient.
    /// - Throws: 404 if the document is gone, so that its patient is unknown.
    private func patient(of answer: DocumentAnswer, _ clinic: UUIDBytes) async throws -> ID<Patient>? {
        switch answer.patient(in: clinic) {
        case .none: return nil
        case .known(let patient): return patient
        case .asked(let statement):
            guard let row = try await services.documents.read(statement, of: clinic).first else {
                throw Problem.notFound
            }
            return ID(try row.uuid(0))
        }
    }

    private func tell(_ notice: StaticString, _ principal: Principal, _ trace: TraceContext) {
        services.logger.notice(
            "\(notice)",
            metadata: trace.metadata.merging([
                "clinic": "\(principal.clinic.text)", "account": "\(principal.account.text)",
                "role": "\(principal.role.rawValue)",
            ]) { $1 })
    }

    /// The id of a command, made from account and idempotency key: the same key of another account is another command.
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

    // MARK: Computed answers

    private func answer(
        computing compute: @escaping @Sendable (inout DecisionModel<ClinicEvent>, Instant) throws(Problem) -> [UInt8],
        _ call: ServerCall, _ principal: Principal
    ) async -> HTTPResponse {
        do throws(LogFailure<Problem>) {
            let bytes = try await services.homes[principal.clinic].answer(principal.clinic) { model throws(Problem) in
                try compute(&model, call.now)
            }
            return call.ok(bytes)
        } catch { return failed(error, call) }
    }

    func failed(_ failure: LogFailure<Problem>, _ call: ServerCall) -> HTTPResponse {
        if let report = failure.report {
            services.logger.warning(
                "request failed",
                metadata: [
                    "operation": "\(call.operation.id)", "reason": "\(report)", "trace": "\(call.trace.traceID)",
                    "span": "\(call.trace.spanID)",
                ])
        }
        return refused(failure.problem, call)
    }
}

extension UUIDBytes {
    /// A new version 7 UUID, which sorts by its time.
    static func version7(at now: Instant) -> UUIDBytes {
        var generator = SystemRandomNumberGenerator()
        return .version7(milliseconds: now.secondsSince1970 * 1000, using: &generator)
    }
}
