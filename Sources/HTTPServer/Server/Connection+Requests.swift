import EventLoop

/// Reads the requests of an HTTP/1.1 connection.
extension Connection {
    func receive(_ bytes: RawSpan) {
        loop.preconditionCurrent()
        service.statistics.receivedBytes &+= UInt64(bytes.byteCount)
        switch phase {
        case .open:
            if mustWait || !unread.isEmpty {
                keep(bytes, from: 0)
            } else {
                service.date.update(at: loop.now)
                outbox.reuse(service.takeMemory())
                process(bytes)
                flush()
                if let memory = outbox.takeMemory() { service.give(memory: memory) }
            }
        case .ending, .lingering:
            discarded += bytes.byteCount
            if discarded > service.limits.lingerBytes, exchanges.isEmpty { stream.pauseReading() }
        case .closed:
            return
        }
        setDeadline()
    }

    /// Whether the server must not parse more of the connection's input yet: too many requests are in progress, a
    /// request waits for earlier answers, the client does not read its answers, or a handler does not read its
    /// request's body.
    var mustWait: Bool {
        isBlocked || held != nil || exchanges.count >= service.limits.pipelineDepth || incoming?.upload?.isFull == true
    }

    private func process(_ bytes: RawSpan) {
        var offset = 0
        var since = service.beginParsing()
        while phase == .open {
            if mustWait { return keep(bytes, from: offset) }
            switch parser.next(bytes, at: &offset) {
            case .needMore: return offerContinue()
            case .request(var request):
                if let start = since.take() { service.endParsing(start) }
                complete(&request)
                start(request)
            case .head(let request):
                if let start = since.take() { service.endParsing(start) }
                begin(request)
            case .body(let range): take(bytes, range)
            case .end: complete()
            case .refuse(let refusal): refuse(refusal)
            }
            if outbox.byteCount > service.limits.writeHighMark { flush() }
        }
        // Bytes that follow the last request of the connection, or a malformed request, are never parsed.
        discarded += bytes.byteCount - offset
    }

    /// Keeps received bytes that must not be parsed yet, and stops reading from the client.
    private func keep(_ bytes: RawSpan, from offset: Int) {
        unread.append(bytes, offset..<bytes.byteCount)
        stream.pauseReading()
    }

    /// Continues to parse and to read from the client after a pause, unless a reason for the pause remains.
    func resume() {
        guard phase == .open else { return }
        if let request = held {
            guard mayStart(request) else { return }
            held = nil
            answer(request)
        }
        guard phase == .open, !mustWait else { return }
        // The parser reports the end of a body without further input. If the client had to wait for its last bytes to
        // be read, the parser may not have been called for the end of the body yet.
        if unread.isEmpty, incoming?.upload == nil {
            offerContinue()
        } else {
            var bytes: [UInt8] = []
            swap(&bytes, &unread)
            unsafe process(bytes.span.bytes)
        }
        if phase == .open, unread.isEmpty { stream.resumeReading() }
    }

    private func begin(_ head: consuming HTTPRequest) {
        var request = head
        complete(&request)
        if let limit = service.limits.bodyFor?(request) { parser.bodyLimit = limit }
        if let limit = service.limits.streamFor?(request) { return beginUpload(request, limit: limit) }
        incoming = Incoming(request: request, clock: BodyClock(since: loop.now))
        if parser.expectsContinue { foresee(request) }
    }

    /// Answers a client that waits for `100 Continue` before it sends the body: refuses the request because of its
    /// head, or lets the client send the body.
    private func foresee(_ request: HTTPRequest) {
        switch service.foresee(request) {
        case .mayContinue: break
        case .refused(let response): refuse(with: response)
        case .later(let ask):
            let earlyVerdict = EarlyVerdict()
            incoming?.earlyVerdict = earlyVerdict
            loop.task { [self] in takeEarlyVerdict(earlyVerdict, await ask()) }
        }
    }

    private func takeEarlyVerdict(_ earlyVerdict: EarlyVerdict, _ refusal: HTTPResponse?) {
        // The decision that is made from a request's head is ignored if the client has sent the whole request
        // meanwhile.
        guard phase == .open, incoming?.earlyVerdict === earlyVerdict else { return }
        incoming?.earlyVerdict = nil
        if let refusal { refuse(with: refusal) } else { offerContinue() }
        flushSoon()
    }

    /// Adds to a request what the parser does not put into it: the time of receipt, the peer's address, and whether the
    /// connection is kept.
    private func complete(_ request: inout HTTPRequest) {
        request.receivedAt = service.date.seconds
        request.peerAddress = stream.peerAddress
        request.isSecure = stream.isSecure
        request.keepsAlive = parser.keepsAlive
        timing.headSince = nil
    }

    /// Sends `100 Continue` if the client waits for it and has sent nothing of the body, no decision whether to refuse
    /// the request is pending, and all earlier requests are answered (RFC 9110 §10.1.1).
    private func offerContinue() {
        guard parser.expectsContinue, let incoming, incoming.received == 0, incoming.earlyVerdict == nil,
            exchanges.isEmpty || incoming.upload?.isWanted == true
        else { return }
        outbox.append("HTTP/1.1 100 Continue\r\n\r\n")
        parser.continueIsSent()
    }

    /// Whether the client waits for a `100 Continue` that the server cannot send yet.
    var withholdsContinue: Bool {
        guard parser.expectsContinue, let incoming, incoming.received == 0 else { return false }
        return !exchanges.isEmpty || incoming.earlyVerdict != nil
    }

    private func take(_ bytes: RawSpan, _ range: Range<Int>) {
        if let upload = incoming?.upload {
            upload.append(bytes, range)
        } else {
            service.bodyBytes += range.count
            incoming?.body.append(bytes, range)
        }
        if service.bodyBytes > service.limits.bodiesTogether { refuse(.tooManyBodies) }
    }

    /// Drops the connection's request whose body is still arriving.
    func endIncoming() {
        service.bodyBytes -= incoming?.body.count ?? 0
        if let upload = incoming?.upload, !upload.isComplete { upload.abandon() }
        incoming = nil
    }

    private func complete() {
        guard var request = incoming?.request else { return }
        if let upload = incoming?.upload { return complete(upload) }
        if let body = incoming?.body { request.body = body }
        endIncoming()
        start(request)
    }

    func start(_ request: HTTPRequest) {
        if mayStart(request) { answer(request) } else { held = request }
    }

    /// Whether the handler of a request may start now. Requests of one connection are handled at the same time only if
    /// none of them changes anything (RFC 9112 §9.3.2).
    private func mayStart(_ request: HTTPRequest) -> Bool {
        exchanges.isEmpty || request.method.isSafe && exchanges.allSatisfy(\.isSafe)
    }

    /// Ends the parsing of requests on the connection. Reading continues only to notice that the client disconnects.
    func end() {
        phase = .ending
        unread = []
        stream.resumeReading()
    }

    /// Refuses the client's request, or the connection, with an answer that gives the reason. The answer is sent after
    /// all earlier ones, and no further request is parsed.
    func refuse(_ refusal: Refusal) {
        if refuseUpload(refusal) { return }
        refuse(with: service.refusal(refusal))
    }

    /// Answers a request that has not arrived completely. The answer is the connection's last one.
    private func refuse(with response: HTTPResponse) {
        service.date.update(at: loop.now)
        end()
        endIncoming()
        deliver(.ready(response), isSafe: true, .refusal)
    }
}
