import DequeModule
import EventLoop
import SQL

/// A caller that waits for the socket, outside the pipeline.
struct SocketWaiter {
    let continuation: CheckedContinuation<Void, Never>
    let deadline: MonotonicTime
}

/// COPY and scripts have no place in a pipeline: for them the connection leaves it.
extension PostgresConnection {
    /// Waits until everything before is answered, runs `body` outside the pipeline, and returns to it.
    func outsidePipeline<T>(_ body: () async throws(PostgresError) -> T) async throws(PostgresError) -> T {
        loop.preconditionCurrent()
        guard isOpen else { throw .notConnected(closedReason) }
        try await passTurnstile()
        guard link.exitPipeline() else {
            lose("libpq does not leave the pipeline")
            throw .notConnected(closedReason)
        }
        defer { returnToPipeline() }
        return try await body()
    }

    private func passTurnstile() async throws(PostgresError) {
        // `withCheckedContinuation` may hop: what is so is looked at in its closure, not before.
        let isOurs = await withCheckedContinuation { continuation in
            switch mode {
            case .closed: return continuation.resume(returning: false)
            case .pipelining where pipeline.isEmpty && !cancelling.holdsBack:
                mode = .simple
                return continuation.resume(returning: true)
            case .pipelining: mode = .draining
            case .draining, .simple: break
            }
            turnstile.append(continuation)
        }
        guard isOurs else { throw .notConnected(closedReason) }
    }

    /// Lets the next one out of the pipeline once it is empty. What waits in the queue meanwhile is sent afterwards.
    func finishDraining() {
        guard case .draining = mode, pipeline.isEmpty, !cancelling.holdsBack else { return }
        guard let next = turnstile.popFirst() else {
            mode = .pipelining
            return sendWaiting()
        }
        mode = .simple
        next.resume(returning: true)
    }

    private func returnToPipeline() {
        guard isOpen else { return }
        guard link.enterPipeline() else { return lose("libpq does not return to the pipeline") }
        mode = turnstile.isEmpty ? .pipelining : .draining
        watchSocket()
        sendWaiting()
    }

    /// The next result outside the pipeline, or nil when the command is over.
    func nextResult() async throws(PostgresError) -> LinkResult? {
        guard flush() else { throw .notConnected(closedReason) }
        while link.isBusy { try await awaitSocket() }
        let result = link.nextResult()
        if case .lost(let why)? = result {
            lose(why)
            throw .notConnected(why)
        }
        return result
    }

    /// Waits until the socket has something or takes something.
    func awaitSocket() async throws(PostgresError) {
        guard isOpen else { throw .notConnected(closedReason) }
        let deadline = loop.deadline(after: configuration.deadline)
        await withCheckedContinuation { continuation in
            socketWaiter = SocketWaiter(continuation: continuation, deadline: deadline)
            watchSocket()
            armSweep()
        }
        guard isOpen else { throw .notConnected(closedReason) }
    }

    func wakeSocketWaiter() {
        guard let waiter = socketWaiter else { return }
        socketWaiter = nil
        waiter.continuation.resume()
    }

    /// Reads the rest of a command's results.
    /// - Returns: the last result with rows or a count, and the first error.
    func finishCommand() async throws(PostgresError) -> (rows: Rows, error: ServerError?) {
        var rows = Rows.none
        var error: ServerError?
        while let result = try await nextResult() {
            switch result {
            case .rows(let handle): rows = Rows(handle)
            case .failed(let failure): error = error ?? failure
            case .copyIn: _ = link.endCopy(abandoning: "no COPY was asked for")
            case .copyOut: try await discardCopy()
            case .skipped, .sync, .lost, .other: break
            }
        }
        return (rows, error)
    }

    func discardCopy() async throws(PostgresError) {
        var discarded: [UInt8] = []
        while true {
            switch link.takeCopy(into: &discarded) {
            case .appended: discarded.removeAll(keepingCapacity: true)
            case .wait: try await awaitSocket()
            case .over: return
            }
        }
    }

    /// Runs a script of several statements, separated by semicolons: in one transaction unless it says otherwise.
    ///
    /// For migrations and tests. The text is sent as it is, so it must never hold a value from outside.
    public func run(script: String) async throws(PostgresError) {
        try await outsidePipeline { () async throws(PostgresError) in
            guard link.sendScript(script) else { throw .notConnected(link.errorMessage) }
            if let error = try await finishCommand().error { throw .server(error) }
        }
    }
}
