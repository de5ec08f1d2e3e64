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

/// Actions of the clinic, carried out; queries in a file of their own.
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
        case .query(let query): return answer(query, call, principal, nil)
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
            metadata: trace.metadata.merging([
                "clinic": "\(principal.clinic.text)", "account": "\(principal.account.text)",
                "role": "\(principal.role.rawValue)",
            ]) { $1 })
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

    func failed(_ failure: LogFailure<Problem>, _ call: ServerCall) -> HTTPResponse {
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
