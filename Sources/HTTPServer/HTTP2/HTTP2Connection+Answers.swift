import EventLoop

/// Sends the answers of an HTTP/2 connection.
extension HTTP2Connection {
    func answer(_ stream: HTTP2Stream, _ request: HTTPRequest) {
        // An HTTP/2 stream is reset if too many handlers are running for its connection. Handlers of requests that the
        // client has cancelled count too, as long as they run.
        guard working < 2 * service.limits.http2.streams else { return takeBack(stream, .refusedStream) }
        if stream.upload == nil { stream.phase = .waiting }
        let isHead = request.method == .head
        switch service.respond(request) {
        case .now(let response):
            respond(stream, response, isHead: isHead)
            stream.upload?.abandon()
        case .later(let work):
            working += 1
            stream.task = loop.task { [self] in
                let response = await work()
                working -= 1
                guard !stream.isClosed else { return }
                service.date.update(at: loop.now)
                stream.task = nil
                let refusal = stream.upload?.refusal.map(service.refusal)
                respond(stream, refusal ?? response, isHead: isHead)
                stream.upload?.abandon()
                flushSoon()
            }
        }
    }

    private func takeBack(_ stream: HTTP2Stream, _ code: HTTP2Session.Code) {
        stream.phase = .answered
        session?.reset(stream.id, code)
    }

    /// Answers an HTTP/2 stream's request with the reason why it is refused.
    func refuse(_ stream: HTTP2Stream, _ refusal: Refusal) {
        if refuseUpload(of: stream, refusal) { return }
        refuse(stream, with: service.refusal(refusal))
    }

    func refuse(_ stream: HTTP2Stream, with response: HTTPResponse) {
        dropBody(of: stream)
        respond(stream, response, isHead: false)
    }

    private func respond(_ stream: HTTP2Stream, _ response: HTTPResponse, isHead: Bool) {
        stream.phase = .answered
        let head = HTTP2ResponseHead(service.named(response), date: service.date, common: service.commonFields)
        let mayHaveBody = response.status.allowsBody && !isHead
        switch response.body {
        case .bytes(let bytes) where mayHaveBody && !bytes.isEmpty:
            stream.outgoing.append(bytes)
            stream.outgoing.isFinished = true
            session?.respond(stream.id, head, hasBody: true)
        case .chunks(let length, let produce) where mayHaveBody:
            session?.respond(stream.id, head, hasBody: true)
            start(stream, length: length, produce)
        case .empty, .bytes, .chunks:
            session?.respond(stream.id, head, hasBody: false)
        }
    }

    private func start(
        _ stream: HTTP2Stream, length: Int?, _ produce: @escaping @Sendable (HTTPBodyWriter) async throws -> Void
    ) {
        let body = HTTP2Body(self, stream, length: length)
        stream.task = loop.task { [self] in
            var succeeded = true
            do { try await produce(body.writer) } catch { succeeded = false }
            guard !stream.isClosed else { return }
            stream.task = nil
            if succeeded, body.isWhole {
                stream.outgoing.isFinished = true
                session?.resume(stream.id)
            } else {
                session?.reset(stream.id, .internalError)
            }
            flushSoon()
        }
    }

    /// Copies the next bytes of the body of a stream's answer into nghttp2's buffer.
    func body(of id: Int32, into target: UnsafeMutableRawBufferPointer) -> HTTP2Session.BodyPart {
        guard let stream = streams[id] else { return .never }
        let count = unsafe stream.outgoing.move(into: target)
        bodySent += count
        if stream.outgoing.byteCount <= service.limits.writeHighMark { stream.wakeProducer() }
        let isLast = stream.outgoing.isFinished && stream.outgoing.byteCount == 0
        return count == 0 && !isLast ? .later : .bytes(count, isLast: isLast)
    }

    /// Records that nghttp2 has written an HTTP/2 frame to the output.
    func frameIsSent(_ frame: HTTP2Session.Frame) {
        switch frame.kind {
        case .headers, .data:
            guard frame.endsStream, let stream = streams[frame.stream], !stream.isComplete else { return }
            // The answer on an HTTP/2 stream was completely sent although the client has not sent all of its request,
            // so the time is recorded.
            stream.answeredAt = loop.now
        case .reset(let code):
            switch HTTP2Session.Code(rawValue: code) {
            case .noError, .internalError: break
            case .refusedStream: _ = allows(.reset)
            case _: _ = allows(.invalid)
            }
        case .windowUpdate, .other: break
        }
    }
}
