public import SQL

extension PostgresConnection {
    /// Sends the data of a `COPY … FROM STDIN`.
    ///
    /// The next piece is requested when the socket has accepted the previous one, so memory is bounded by the pieces'
    /// size. `BinaryCopy` makes pieces for `WITH (FORMAT binary)`.
    ///
    /// - Parameters:
    ///   - statement: a statement without binds.
    ///   - next: returns the next piece of data, which may end anywhere, or `nil` at the end. If it throws, the whole
    ///     copy is aborted.
    /// - Returns: the number of copied rows.
    /// - Throws: `PostgresError`, or the error of `next`. Cancelling the task aborts the copy too.
    public func copyIn(_ statement: Statement, next: () async throws -> [UInt8]?) async throws -> Int {
        var thrown: (any Error)?
        let rows = try await outsidePipeline { () async throws(PostgresError) -> Rows in
            let commits = link.transaction == .idle
            try await begin(statement, isIn: true)
            do { try await feed(next) } catch { thrown = error }
            guard isOpen else { throw .notConnected(closedReason) }
            _ = link.endCopy(abandoning: thrown == nil ? nil : "given up by the client")
            return try await finish(commits: commits, thrown)
        }
        if let thrown { throw thrown }
        return rows.affected
    }

    private func feed(_ next: () async throws -> [UInt8]?) async throws {
        while let piece = try await next(), !Task.isCancelled {
            // If libpq refuses a piece of the COPY's data, the COPY fails, since the piece would be missing.
            guard link.putCopy(piece) else { throw PostgresError.notConnected(link.errorMessage) }
            guard flush() else { return }
            try await awaitSocket { !flushPending }
        }
        // If the task is cancelled, an asynchronous sequence that `next` reads ends early. The data may then be
        // incomplete, so the COPY fails.
        if Task.isCancelled { throw PostgresError.cancelled }
    }

    /// Receives the data of a `COPY … TO STDOUT`, in pieces of about 64 KB that end at the end of a row.
    ///
    /// While `piece` runs, the connection is not read, so PostgreSQL waits for a slow consumer.
    ///
    /// - Returns: the number of copied rows.
    /// - Throws: `PostgresError`, or the error of `piece`. The copy is cancelled then. Cancelling the task cancels the
    ///   copy too.
    @discardableResult
    public func copyOut(_ statement: Statement, piece: ([UInt8]) async throws -> Void) async throws -> Int {
        var thrown: (any Error)?
        let rows = try await outsidePipeline { () async throws(PostgresError) -> Rows in
            try await begin(statement, isIn: false)
            var buffer: [UInt8] = []
            var hasMore = true
            while hasMore {
                hasMore = try await takeCopy(into: &buffer)
                if hasMore, buffer.count < 65_536 { continue }
                if thrown == nil, !buffer.isEmpty {
                    do { try await piece(buffer) } catch {
                        thrown = error
                        requestCancel(target: nil)
                    }
                }
                buffer.removeAll(keepingCapacity: true)
            }
            return try await finish(commits: false, thrown)
        }
        if let thrown { throw thrown }
        return rows.affected
    }

    /// Ends a COPY. If the caller has aborted the COPY, the caller's error is thrown, and not PostgreSQL's error, which
    /// only reports the abort.
    private func finish(commits: Bool, _ thrown: (any Error)?) async throws(PostgresError) -> Rows {
        do throws(PostgresError) {
            return try await finishCommand(commits: commits && thrown == nil)
        } catch {
            guard isOpen, thrown != nil else { throw error }
            return .none
        }
    }

    private func begin(_ statement: Statement, isIn: Bool) async throws(PostgresError) {
        guard statement.binds.isEmpty else { throw .protocolViolation("COPY takes no binds") }
        guard link.sendScript(statement.text) else { throw .notConnected(link.errorMessage) }
        switch try await nextResult() {
        case .copyIn? where isIn: return
        case .copyOut? where !isIn: return
        case .failed(let error)?:
            _ = try await finishCommand(after: error)
            return
        case .copyIn?: _ = link.endCopy(abandoning: "the other direction was asked for")
        case .copyOut?: try await discardCopy()
        default: break
        }
        _ = try? await finishCommand()
        guard isOpen else { throw .notConnected(closedReason) }
        throw .protocolViolation(isIn ? "not a COPY FROM STDIN" : "not a COPY TO STDOUT")
    }
}
