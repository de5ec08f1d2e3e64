import Clinic
import Endpoints
import EventSourcing
import EventStore
import HTTPServer
import Identifiers
import Identity
import JSON
import Logging
import PostgresClient

/// Runs commands, and sends their answers to callers who may see them.
extension Dispatcher {
    /// Runs a command and returns the answer to its request.
    ///
    /// - Parameters:
    ///   - ids: the ids of entities that the command creates.
    ///   - digest: a digest of the request's body if the body is not in memory, as after an upload; otherwise `nil`.
    func runCommand(
        _ command: ClinicCommand, creating ids: [UUIDBytes], _ call: ServerCall, _ principal: Principal,
        _ key: IdempotencyKey?, digest: [UInt8]? = nil
    ) async -> HTTPResponse {
        let place = AnswerPlace(
            command.answer.table, command.answer.key, column: command.answer.column, location: command.answer.location)
        do throws(LogFailure<Problem>) {
            let outcome = try await carryOut(command, call, principal, key, place, digest)
            services.metrics.ended(CommandOutcome(outcome.status))
            if outcome.status == .new, let notice = command.notice { log(notice, principal, call.trace) }
            if command.endsSessions { await services.identity.awaitSessionChanges() }
            guard let document = outcome.answer else { return .problem(.notFound) }
            // If the command appended events, these events record that the caller has seen the data in the answer. In
            // all other cases the access log must record this.
            if outcome.status != .new {
                // If a request repeats an earlier one, the id that was generated for the repeated request belongs to no
                // entity. The stored answer shows the entity that the earlier request created.
                let shown = command.answer.isOf(oneOf: ids) ? command.answer.of(document) : command.answer
                if let refusal = await refuseAnswer(shown, call, principal) { return refusal }
            }
            guard let entity = convert(document, command.answer.form, call) else {
                return .problem(Problem(.internalError))
            }
            // The answer's `ETag` is computed from the document without the answer's additional fields, so it equals
            // the `ETag` of a later read of the document.
            return .json(
                call.operation.answers.first?.status ?? 200,
                await addition(to: document, command.answer, call, principal) ?? entity,
                etag: EntityTag(documentVersion: entity), location: outcome.location)
        } catch {
            services.metrics.ended(CommandOutcome(error))
            if case .rejected(let problem) = error, let told = command.told, told.kind == problem.kind {
                do throws(Problem) { try services.accesses.note(told.patient, to: call) } catch {
                    return .problem(error)
                }
            }
            return answerLogFailure(error, call)
        }
    }

    /// The document that answers a command, with the further fields of the answer's `addition`; `nil` if the answer has
    /// no addition, or if it cannot be read.
    ///
    /// The command has been done. So if the addition cannot be read, an error is logged, and the caller gets the
    /// document alone.
    private func addition(
        to document: [UInt8], _ answer: DocumentAnswer, _ call: ServerCall, _ principal: Principal
    ) async -> [UInt8]? {
        guard let addition = answer.addition else { return nil }
        let (clinic, now) = (principal.feed, call.now)
        do {
            let statement = try await services.log.read(clinic) { model in addition.statement(model[.settings], now) }
            guard let row = try await services.documents.read(statement, of: clinic).first else { return nil }
            return try addition.answer(document, try row.bytes(0))
        } catch {
            services.logger.error(
                "the addition to a command's answer cannot be read",
                metadata: call.trace.metadata.merging(["operation": "\(call.operation.id)"]) { $1 })
            return nil
        }
    }

    /// A stored document in the form in which it is sent; `nil` if it cannot be read.
    private func convert(_ document: [UInt8], _ form: AnswerForm?, _ call: ServerCall) -> [UInt8]? {
        guard let form else { return document }
        do { return try form.answer(document) } catch {
            services.logger.error(
                "a document cannot be read",
                metadata: call.trace.metadata.merging([
                    "operation": "\(call.operation.id)", "problem": "\(error.pointer) \(error.code)",
                ]) { $1 })
            return nil
        }
    }

    /// Checks that the caller may see a command's answer, and notes the access. The check is needed for a stored
    /// answer: the caller may have lost the right to see the data since the answer was stored.
    ///
    /// - Returns: the error answer to send instead, if the caller must not see the command's answer, or if the access
    ///   could not be noted; otherwise `nil`.
    private func refuseAnswer(
        _ answer: DocumentAnswer, _ call: ServerCall, _ principal: Principal
    ) async -> HTTPResponse? {
        do {
            guard let patient = try await findPatient(of: answer, in: principal.feed) else { return nil }
            let hidden = try await services.log.read(principal.feed, fresh: true) { model in
                answer.problem(for: principal, about: patient, &model, at: call.now)
            }
            if let hidden { return .problem(hidden) }
            try services.accesses.note(patient, to: call)
            return nil
        } catch { return answerError(error, call.operation, call.trace) }
    }

    /// The patient whose data a command's answer shows.
    ///
    /// - Returns: `nil` if the answer is about no patient.
    /// - Throws: a problem with status 404 if the document no longer exists, since its patient cannot be found then.
    private func findPatient(of answer: DocumentAnswer, in clinic: UUIDBytes) async throws -> ID<Patient>? {
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

    private func log(_ notice: StaticString, _ principal: Principal, _ trace: TraceContext) {
        services.logger.notice(
            "\(notice)",
            metadata: trace.metadata.merging([
                "clinic": "\(principal.clinic.text)", "account": "\(principal.account.text)",
                "role": "\(principal.role.rawValue)",
            ]) { $1 })
    }
}
