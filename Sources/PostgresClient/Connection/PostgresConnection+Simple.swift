import DequeModule
import EventLoop
import SQL

/// A caller that has exclusive use of the database connection and waits until the connection's socket is ready.
final class SocketWaiter: Waiter<Void> {
    let deadline: MonotonicTime

    init(deadline: MonotonicTime) { self.deadline = deadline }
}

/// A caller that waits for exclusive use of the database connection, for a COPY or a script, or that has it now.
typealias Turn = Waiter<Void>

/// Exclusive use of the database connection, for COPY and for scripts of several statements. They cannot run in libpq's
/// pipeline mode, so the connection leaves that mode for them.
extension PostgresConnection {
    /// Waits until all database calls that were sent before are answered, runs `body` outside of the pipeline, and
    /// returns to pipeline mode.
    ///
    /// Cancelling the task asks PostgreSQL to stop the statement that `body` runs.
    func outsidePipeline<T>(_ body: () async throws(PostgresError) -> T) async throws(PostgresError) -> T {
        loop.preconditionCurrent()
        let mine = Turn()
        let outcome: Result<T, PostgresError> = await loop.withCancellation {
            do throws(PostgresError) {
                try await pass(mine)
                defer { returnToPipeline() }
                guard !Task.isCancelled else { throw .cancelled }
                guard link.exitPipeline() else {
                    lose("libpq does not leave the pipeline")
                    throw .notConnected(closedReason)
                }
                return .success(try await body())
            } catch {
                return .failure(error)
            }
        } onCancel: { [weak self] in
            self?.giveUp(mine)
        }
        return try outcome.get()
    }

    /// Waits until every statement that was sent on the connection is answered, or the connection is lost. It also
    /// waits in a cancelled task.
    func drain() async {
        guard (try? await pass(Turn())) != nil else { return }
        returnToPipeline()
    }

    private func pass(_ mine: Turn) async throws(PostgresError) {
        // If the task was cancelled before, `giveUp` may have run already. The task must not get exclusive use of the
        // database connection then, since nothing would end that use.
        guard !mine.isAnswered else { throw .cancelled }
        switch mode {
        case .closed(let reason): throw .notConnected(reason)
        case .pipelining where pipeline.isEmpty && !cancelling.holdsBack: grant(mine)
        case .pipelining:
            mode = .draining
            turnstile.append(mine)
        case .draining, .simple: turnstile.append(mine)
        }
        try await mine.wait().get()
        guard isOpen else { throw .notConnected(closedReason) }
    }

    private func grant(_ next: Turn) {
        mode = .simple
        turn = next
        next.succeed(())
    }

    private func giveUp(_ mine: Turn) {
        guard isOpen else { return }
        if turn === mine {
            unwantedTurn = mine
            return requestCancel(target: nil)
        }
        guard !mine.isAnswered else { return }
        turnstile.removeAll { $0 === mine }
        mine.fail(.cancelled)
        finishDraining()
    }

    /// Gives exclusive use of the connection to the next caller that waits for it, if no database call is in flight. If
    /// no caller waits any more, the queued calls are sent.
    func finishDraining() {
        guard case .draining = mode else { return }
        guard !turnstile.isEmpty else {
            mode = .pipelining
            return sendWaiting()
        }
        guard pipeline.isEmpty, !cancelling.holdsBack, let next = turnstile.popFirst() else { return }
        grant(next)
    }

    private func returnToPipeline() {
        turn = nil
        unwantedTurn = nil
        guard isOpen else { return }
        guard link.enterPipeline() else { return lose("libpq does not return to the pipeline") }
        mode = turnstile.isEmpty ? .pipelining : .draining
        watchSocket()
        sendWaiting()
    }

    /// Waits for the next result of a COPY or a script. Returns `nil` when there are no more results.
    func nextResult() async throws(PostgresError) -> LinkResult? {
        guard flush() else { throw .notConnected(closedReason) }
        try await awaitSocket { !link.isBusy }
        let result = link.nextResult()
        if case .lost(let why)? = result {
            lose(why)
            throw .notConnected(why)
        }
        return result
    }

    /// Waits for events of the connection's socket until `isDone` returns true.
    func awaitSocket(until isDone: () -> Bool) async throws(PostgresError) {
        while isOpen {
            if isDone() { return }
            // `socketWaiter` is set before the task waits, so that no socket event is lost.
            let waiter = SocketWaiter(deadline: loop.deadline(after: configuration.deadline))
            socketWaiter = waiter
            watchSocket()
            armSweep()
            try await waiter.wait().get()
        }
        throw .notConnected(closedReason)
    }

    func wakeSocketWaiter() {
        let waiter = socketWaiter
        socketWaiter = nil
        waiter?.succeed(())
    }

    /// Reads the remaining results of a COPY or a script.
    ///
    /// - Parameters:
    ///   - commits: whether the COPY or script may take effect from here on. If the connection is lost then, the
    ///     outcome is unknown.
    ///   - refusal: the error that PostgreSQL has already reported for the COPY or script.
    /// - Returns: the last result with rows or a count.
    func finishCommand(
        commits: Bool = false, after refusal: ServerError? = nil
    ) async throws(PostgresError) -> Rows {
        var rows = Rows.none
        var refusal = refusal
        defer { _ = link.takeDoubt() }
        do throws(PostgresError) {
            while let result = try await nextResult() {
                switch result {
                case .rows(let handle): rows = Rows(handle)
                case .failed(let error): refusal = refusal ?? error
                case .copyIn: _ = link.endCopy(abandoning: "no COPY was asked for")
                case .copyOut: try await discardCopy()
                case .skipped, .sync, .lost, .other: break
                }
            }
        } catch {
            // The outcome of a COPY or a script is unknown only if all of it was sent and PostgreSQL has not reported
            // an error for it.
            guard refusal == nil, commits, !flushPending else { throw error }
            throw .outcomeUnknown
        }
        if commits, link.takeDoubt() { throw .outcomeUnknown }
        guard let refusal else { return rows }
        if refusal.isCancellation { throw Task.isCancelled ? .cancelled : .timedOut }
        throw .server(refusal)
    }

    func discardCopy() async throws(PostgresError) {
        var discarded: [UInt8] = []
        while try await takeCopy(into: &discarded) { discarded.removeAll(keepingCapacity: true) }
    }

    /// Waits for the next piece of data of a COPY TO and appends it to `output`. Returns false if there is no further
    /// piece.
    func takeCopy(into output: inout [UInt8]) async throws(PostgresError) -> Bool {
        var taken = Link.CopyOut.wait
        try await awaitSocket {
            taken = link.takeCopy(into: &output)
            return taken != .wait
        }
        return taken == .appended
    }

    /// Runs a script of several statements, separated by semicolons. They run in one transaction, unless the script
    /// itself begins or ends transactions.
    ///
    /// This is used for migrations and tests. The text is sent unchanged, so it must never contain input from clients.
    ///
    /// - Throws: `PostgresError`. Changes that the script committed before the error are kept.
    public func run(script: String) async throws(PostgresError) {
        try await outsidePipeline { () async throws(PostgresError) in
            guard link.sendScript(script) else { throw .notConnected(link.errorMessage) }
            _ = try await finishCommand(commits: true)
        }
    }
}
