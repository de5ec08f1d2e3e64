import EventLoop

/// Sends the answers of an HTTP/1.1 connection in the order of the connection's requests.
extension Connection {
    func answer(_ request: HTTPRequest) {
        let shape = AnswerShape(request, isLast: !request.keepsAlive || service.isDraining)
        if let upload = incoming?.upload, request.incoming != nil { return answer(request, reading: upload, shape) }
        if shape.isLast { end() }
        switch service.respond(request) {
        case .now(let response):
            deliver(.ready(response), isSafe: request.method.isSafe, shape)
        case .later(let work):
            let exchange = Exchange(.waiting, isSafe: request.method.isSafe, shape: shape)
            exchanges.append(exchange)
            exchange.task = loop.task { [self] in finish(exchange, await work()) }
        }
    }

    /// Sends an answer that is ready, or keeps it until all earlier answers of the connection are sent.
    func deliver(_ state: Exchange.State, isSafe: Bool, _ shape: AnswerShape) {
        // An answer that is ready at once, with no unsent answer before it, is sent without an entry in `exchanges`.
        // Most answers are sent in this way.
        if exchanges.isEmpty, case .ready(let response) = state, !response.isProduced(for: shape) {
            send(response, shape)
        } else {
            exchanges.append(Exchange(state, isSafe: isSafe, shape: shape))
            advance()
        }
    }

    func finish(_ exchange: Exchange, _ response: HTTPResponse) {
        // The answer that a request's handler has made is dropped if the client has disconnected.
        guard phase != .closed, case .waiting = exchange.state else { return }
        exchange.state = .ready(exchange.upload.flatMap { end($0, of: exchange) } ?? response)
        exchange.task = nil
        service.date.update(at: loop.now)
        advance()
        resume()
        flushSoon()
    }

    /// Sends the answers at the front of `exchanges` that are ready, as long as the client reads. Stops at the first
    /// request that is not answered yet.
    private func advance() {
        while !isBlocked, let first = exchanges.first, case .ready(let response) = first.state {
            if case .chunks(let length, let produce) = response.body, response.isProduced(for: first.shape) {
                return startProducer(first, response, length: length, produce)
            }
            exchanges.removeFirst()
            send(response, first.shape)
        }
    }

    private func send(_ response: HTTPResponse, _ shape: AnswerShape) {
        outbox.append(service.named(response), shape, date: service.date, common: service.commonFields)
        if shape.isLast { endAfterWrites() }
        if outbox.byteCount > service.limits.writeHighMark { flush() }
    }

    private func startProducer(
        _ exchange: Exchange, _ response: HTTPResponse, length: Int?,
        _ produce: @escaping @Sendable (HTTPBodyWriter) async throws -> Void
    ) {
        // An HTTP/1.0 client recognizes the end of a body without a length only by the end of the connection.
        if length == nil, exchange.shape.minorVersion == 0 {
            exchange.shape.isLast = true
            end()
        }
        outbox.append(service.named(response), exchange.shape, date: service.date, common: service.commonFields)
        exchange.state = .producing
        let body = ProducedBody(self, exchange, length: length)
        exchange.task = loop.task { [self] in
            var succeeded = true
            do { try await produce(body.writer) } catch { succeeded = false }
            finish(body, succeeded)
        }
        flushSoon()
    }

    private func finish(_ body: ProducedBody, _ succeeded: Bool) {
        guard phase != .closed, case .producing = body.exchange.state, exchanges.first === body.exchange else { return }
        guard succeeded, body.isWhole else { return reset() }
        if body.isChunked { outbox.append("0\r\n\r\n") }
        exchanges.removeFirst()
        service.date.update(at: loop.now)
        if body.exchange.shape.isLast { endAfterWrites() } else { advance() }
        resume()
        flushSoon()
    }

    /// Ends the output of an HTTP/1.1 connection once everything is written, and waits briefly for the client to close
    /// the connection.
    func endAfterWrites() {
        isComplete = true
        flush()
    }

    /// Writes the outbox to the socket, usually in one write. While the client does not read, the rest is not copied:
    /// it stays in its buffers, which several answers may share.
    func flush() {
        guard phase != .closed, phase != .lingering else { return }
        let bytes = outbox.byteCount
        let since = bytes > 0 ? service.beginWriting() : nil
        while !isBlocked, !outbox.isEmpty {
            if let memory = outbox.takeJoined() {
                stream.write(memory)
                service.give(memory: memory)
            } else {
                stream.write(outbox.take(atMost: max(service.limits.writeHighMark, 1)))
            }
            pendingBytes = stream.pendingWriteBytes
        }
        service.endWriting(since)
        service.statistics.sentBytes &+= UInt64(bytes - outbox.byteCount)
        if isComplete, outbox.isEmpty, phase != .closed { linger() }
    }

    private func linger() {
        phase = .lingering
        stream.shutdownAfterWrites()
        stream.resumeReading()
        setDeadline()
    }

    /// Lets all output that the connection gets in the loop's current iteration be sent in one write, at the end of the
    /// iteration.
    func flushSoon() {
        guard !flushIsDue, phase != .closed else { return }
        flushIsDue = true
        loop.atEndOfTurn { [self] in
            flushIsDue = false
            flush()
            setDeadline()
        }
    }

    func clientHasTakenAll() {
        guard phase != .closed else { return }
        pendingBytes = 0
        flush()
        if !isBlocked {
            drainWaiter?.resume()
            drainWaiter = nil
            service.date.update(at: loop.now)
            advance()
            resume()
            flush()
        }
        setDeadline()
    }
}
