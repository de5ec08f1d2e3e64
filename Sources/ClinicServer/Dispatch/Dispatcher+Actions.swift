import Clinic
import Endpoints
import EventLoop
import EventSourcing
import HTTPServer
import Identifiers
import PostgresClient

/// Decodes a request by its endpoint's declaration, and starts the action that the endpoint returns. A poll that is the
/// same as a recent one is not decoded again.
extension Dispatcher {
    func prepareAction(_ call: ServerCall, _ routed: RoutedRequest) -> Reply {
        let request = call.request
        if call.operation.isPolled, let principal = call.principal,
            let poll = knownPolls.poll(request, by: principal)
        {
            return answerQuery(poll.query, call, principal, poll)
        }
        var call = call
        do throws(Problem) {
            call.browserTokens = try browserTokens(request, call.operation)
            let invocation = invocation(
                request, routed.arguments, call.principal, from: routed.peer, call.browserTokens)
            let prepared = try routed.endpoint.prepare(invocation)
            switch prepared.action {
            case .clinic(let action): return try startAction(action, call, prepared.idempotencyKey)
            case .work(let work):
                try call.checkConditionsOnWhatIsMade()
                return .later { [self, call] in await performWork(work, call) }
            case .upload(let store):
                guard let principal = call.principal else { throw .unauthenticated }
                try call.checkConditionsOnWhatIsMade()
                let conditions = call.makesEntity ? Preconditions.none : try call.preconditions()
                return .later { [self] in await runUpload(store, call, conditions, principal, prepared.idempotencyKey) }
            case .batch(let batch):
                guard let principal = call.principal else { throw .unauthenticated }
                return .later { [self] in await runBatch(batch, call, principal) }
            case .documentLink(let path):
                guard let principal = call.principal else { throw .unauthenticated }
                return .later { [self] in await linkDocument(path, call, principal) }
            case .linkedDocument(let token): return .later { [self] in await openLinkedDocument(token, call) }
            case .kept(let answer):
                return .now(call.onConditions(of: answer.etag, answer.ok, notModified: answer.notModified))
            }
        } catch { return .now(answerRefusal(error, call)) }
    }

    /// Starts the command, query or computation that an endpoint returned, and returns the reply to the client.
    ///
    /// - Throws: a `Problem` if the caller is not authenticated, if `If-Match` or `If-None-Match` cannot be read, or if
    ///   the endpoint cannot make the command that creates an entity.
    private func startAction(_ action: ClinicAction, _ call: ServerCall, _ key: IdempotencyKey?) throws(Problem)
        -> Reply
    {
        guard let principal = call.principal else { throw .unauthenticated }
        switch action {
        case .command(let command):
            return runLater(command, creating: [], try call.preconditions(), call, principal, key)
        case .creation(let make): return try create(call, principal, key, make)
        case .prescription(let make):
            let formulary = services.shared.catalogue.formulary
            return try create(call, principal, key) { ids throws(Problem) in make(formulary, ids) }
        case .computedAbout(let patient, let make):
            let computation = make(services.shared.catalogue.formulary)
            return .later { [self] in
                let answer = await runComputation(computation, call, principal)
                guard answer.status.code == 200 else { return answer }
                do throws(Problem) { try services.accesses.note(patient, to: call) } catch { return .problem(error) }
                return answer
            }
        case .informed(let statement, let make):
            let preconditions = try call.preconditions()
            return .later { [self] in
                do {
                    let found = try await services.reads.perform(statement, effect: .reads).first?.uuid(0)
                    let command = make(found).under(preconditions, from: principal.role)
                    return await runCommand(command, creating: [], call, principal, key)
                } catch { return answerError(error, call.operation, call.trace) }
            }
        case .query(let query):
            let poll =
                call.operation.isPolled && !call.request.asksForChanges
                ? knownPolls.know(query, call.request, by: principal) : nil
            return searchInTurn(answerQuery(query, call, principal, poll), call, principal)
        case .past(let past):
            return .later { [self] in
                do {
                    return try await services.shared.heavy.answer(for: principal) {
                        await answerPast(past, call, principal)
                    }
                } catch let problem as Problem {
                    return answerRefusal(problem, call)
                } catch { return answerError(error, call.operation, call.trace) }
            }
        case .computed(let computation):
            return searchInTurn(
                .later { [self] in await runComputation(computation, call, principal) }, call, principal)
        }
    }

    /// Runs a command that creates entities, with new ids for them.
    private func create(
        _ call: ServerCall, _ principal: Principal, _ key: IdempotencyKey?,
        _ make: (NewIDs) throws(Problem) -> ClinicCommand
    ) throws(Problem) -> Reply {
        var ids: [UUIDBytes] = []
        let command = try make(
            NewIDs {
                let id = UUIDBytes.version7(at: call.now)
                ids.append(id)
                return id
            })
        return runLater(command, creating: ids, try call.preconditions(), call, principal, key)
    }

    private func runLater(
        _ command: ClinicCommand, creating ids: [UUIDBytes], _ preconditions: Preconditions, _ call: ServerCall,
        _ principal: Principal, _ key: IdempotencyKey?
    ) -> Reply {
        .later { [self] in
            await runCommand(
                command.under(preconditions, from: principal.role), creating: ids, call, principal, key)
        }
    }
}
