public import SQL

extension PostgresConnection {
    /// Feeds a `COPY … FROM STDIN`.
    ///
    /// A piece is asked for when the socket has taken the one before, so memory is bounded by the pieces' size.
    /// `BinaryCopy` makes pieces for `WITH (FORMAT binary)`.
    ///
    /// - Parameters:
    ///   - statement: without binds.
    ///   - next: the next piece of data, cut anywhere, or nil at the end; throwing gives the whole copy up.
    /// - Returns: how many rows were copied.
    /// - Throws: `PostgresError`, or what `next` threw.
    public func copyIn(_ statement: Statement, next: () async throws -> [UInt8]?) async throws -> Int {
        var thrown: (any Error)?
        let rows = try await outsidePipeline { () async throws(PostgresError) -> Int in
            try await begin(statement, isIn: true)
            do {
                while let piece = try await next() {
                    guard link.putCopy(piece) else { break }
                    try await drainOutput()
                }
            } catch {
                thrown = error
            }
            guard isOpen else { throw .notConnected(closedReason) }
            _ = link.endCopy(abandoning: thrown == nil ? nil : "given up by the client")
            let end = try await finishCommand()
            if thrown == nil, let error = end.error { throw .server(error) }
            return end.rows.affected
        }
        if let thrown { throw thrown }
        return rows
    }

    /// Takes what a `COPY … TO STDOUT` yields, in pieces of about 64 KB that end where a row ends.
    ///
    /// Nothing is read while `piece` runs, so the server waits for a slow consumer.
    ///
    /// - Returns: how many rows were copied.
    /// - Throws: `PostgresError`, or what `piece` threw; the copy is then cancelled.
    @discardableResult
    public func copyOut(_ statement: Statement, piece: ([UInt8]) async throws -> Void) async throws -> Int {
        var thrown: (any Error)?
        let rows = try await outsidePipeline { () async throws(PostgresError) -> Int in
            try await begin(statement, isIn: false)
            var buffer: [UInt8] = []
            var isOver = false
            while !isOver {
                switch link.takeCopy(into: &buffer) {
                case .appended: if buffer.count < 65_536 { continue }
                case .wait:
                    try await awaitSocket()
                    continue
                case .over: isOver = true
                }
                guard thrown == nil, !buffer.isEmpty else {
                    buffer.removeAll(keepingCapacity: true)
                    continue
                }
                do {
                    try await piece(buffer)
                } catch {
                    thrown = error
                    requestCancel(target: nil)
                }
                buffer.removeAll(keepingCapacity: true)
            }
            let end = try await finishCommand()
            if thrown == nil, let error = end.error { throw .server(error) }
            return end.rows.affected
        }
        if let thrown { throw thrown }
        return rows
    }

    private func begin(_ statement: Statement, isIn: Bool) async throws(PostgresError) {
        guard statement.binds.isEmpty else { throw .protocolViolation("COPY takes no binds") }
        guard link.sendScript(statement.text) else { throw .notConnected(link.errorMessage) }
        switch try await nextResult() {
        case .copyIn? where isIn: return
        case .copyOut? where !isIn: return
        case .failed(let error)?:
            _ = try await finishCommand()
            throw .server(error)
        case .copyIn?: _ = link.endCopy(abandoning: "the other direction was asked for")
        case .copyOut?: try await discardCopy()
        default: break
        }
        _ = try await finishCommand()
        throw .protocolViolation(isIn ? "not a COPY FROM STDIN" : "not a COPY TO STDOUT")
    }

    /// Waits until the socket has taken everything.
    private func drainOutput() async throws(PostgresError) {
        guard flush() else { throw .notConnected(closedReason) }
        while flushPending { try await awaitSocket() }
    }
}
