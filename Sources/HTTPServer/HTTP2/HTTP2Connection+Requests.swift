import EventLoop

/// Handles the requests of an HTTP/2 connection. nghttp2 calls all of these functions but `count` and `answerReady`
/// while it processes input or makes output, so they must not send anything.
extension HTTP2Connection {
    /// Checks the HTTP/2 frames in received bytes before nghttp2 processes them.
    ///
    /// - Returns: whether the connection may continue.
    func count(_ bytes: RawSpan) -> Bool {
        walk.walk(bytes) { frame in
            timing.isGreeted = true
            fault = clientStreams.take(frame)
            if fault != nil { return false }
            // The bytes of every DATA frame are added to `strayBytes` here. Those of an open request's body are
            // subtracted later, when nghttp2 delivers them.
            if frame.type == 0x0 { strayBytes += frame.length }
            switch frame.type {
            case 0x0, 0x1, 0x8: return true  // DATA, HEADERS and WINDOW_UPDATE frames are limited elsewhere.
            case 0x3: return allows(.reset)
            case 0x4: return frame.isAcknowledgement || allows(.settings)
            case 0x6: return frame.isAcknowledgement || allows(.ping)
            case _: return allows(.empty)
            }
        }
        timing.headSince = walk.isInsideHead ? timing.headSince ?? loop.now : nil
        return !isFlooded && fault == nil
    }

    /// Handles an HTTP/2 frame of which nghttp2 has processed the last byte.
    ///
    /// - Returns: whether the connection may continue.
    func frameEnds(_ frame: HTTP2Session.Frame) -> Bool {
        switch frame.kind {
        case .headers:
            if let stream = streams[frame.stream] { headEnds(stream, isLast: frame.endsStream) }
        case .data(let padding):
            if let stream = streams[frame.stream], frame.endsStream { requestEnds(stream) }
            if !frame.endsStream, frame.length <= padding { return allows(.empty) }
        case .windowUpdate(let increment):
            if increment < 1_024 { return allows(.window) }
        case .reset, .other: break
        }
        return true
    }

    func headBegins(_ id: Int32) {
        // A head on a stream that is already open is a trailer section, which begins no new request.
        guard streams[id] == nil else { return }
        guardian.allow(2, more: .window)
        strayBytes -= 256 * 1024
        streams[id] = HTTP2Stream(id, bodyLimit: service.limits.body, at: loop.now)
    }

    /// Handles a header field that nghttp2 has decoded.
    ///
    /// - Returns: whether the connection may continue.
    func fieldComes(_ id: Int32, _ name: RawSpan, _ value: RawSpan) -> Bool {
        guard let stream = streams[id] else { return true }
        stream.head.add(name, value, service.parserLimits)
        // HPACK can encode a very long list of fields in a few bytes. If a request's list is above the limit, the
        // request is refused with an error; a list above four times the limit ends the connection.
        if stream.head.size > 4 * service.limits.fieldBytes { isFlooded = true }
        return !isFlooded
    }

    private func headEnds(_ stream: HTTP2Stream, isLast: Bool) {
        switch stream.phase {
        case .head: begin(stream, isLast: isLast)
        case .body where isLast: requestEnds(stream)
        case .body, .waiting, .answered: break
        }
    }

    private func begin(_ stream: HTTP2Stream, isLast: Bool) {
        do throws(Refusal) {
            var (request, expectsContinue) = try stream.head.request(service.parserLimits)
            request.receivedAt = service.date.seconds
            request.peerAddress = self.stream.peerAddress
            request.isSecure = self.stream.isSecure
            if let limit = service.limits.bodyFor?(request) { stream.bodyLimit = limit }
            let uploadLimit = isLast ? nil : service.limits.streamFor?(request)
            if let uploadLimit { stream.bodyLimit = uploadLimit }
            if let length = request.headers["content-length"].flatMap({ Int($0) }), length > stream.bodyLimit {
                throw .bodyTooLarge
            }
            stream.request = request
            stream.phase = .body
            if uploadLimit != nil {
                beginUpload(stream, request, expectsContinue: expectsContinue)
            } else if isLast {
                requestEnds(stream)
            } else if expectsContinue {
                foresee(stream, request)
            }
        } catch { refuse(stream, error) }
    }

    /// Answers a client that waits for `100 Continue` before it sends the body: refuses the request because of its
    /// head, or lets the client send the body.
    private func foresee(_ stream: HTTP2Stream, _ request: HTTPRequest) {
        switch service.foresee(request) {
        case .mayContinue: session?.inform(stream.id, .goOn)
        case .refused(let response): refuse(stream, with: response)
        case .later(let ask):
            loop.task { [self] in
                let refusal = await ask()
                guard !stream.isClosed, stream.phase == .body, !stream.isComplete else { return }
                service.date.update(at: loop.now)
                if let refusal { refuse(stream, with: refusal) } else { session?.inform(stream.id, .goOn) }
                flushSoon()
            }
        }
    }

    func dataComes(_ id: Int32, _ bytes: RawSpan) {
        session?.consume(bytes.byteCount)
        guard let stream = streams[id], stream.phase == .body else { return }
        guard stream.received + bytes.byteCount <= stream.bodyLimit else { return refuse(stream, .bodyTooLarge) }
        if let upload = stream.upload { return take(bytes, of: upload, stream) }
        stream.body.append(bytes, 0..<bytes.byteCount)
        strayBytes -= bytes.byteCount
        bodyBytes += bytes.byteCount
        service.bodyBytes += bytes.byteCount
        guard service.bodyBytes <= service.limits.bodiesTogether else { return refuse(stream, .tooManyBodies) }
        // The flow-control window of the oldest incomplete body is always opened again, so that every body is completed
        // eventually.
        if bodyBytes <= service.limits.http2.bodies || id == oldestBody {
            session?.consume(bytes.byteCount, of: id)
        } else {
            stream.heldWindow += bytes.byteCount
            isHolding = true
        }
    }

    private var oldestBody: Int32? {
        streams.values.lazy.filter { $0.phase == .body && !$0.isComplete && $0.upload == nil }.map(\.id).min()
    }

    private func requestEnds(_ stream: HTTP2Stream) {
        stream.isComplete = true
        if let upload = stream.upload {
            upload.finish()
        } else if stream.phase == .body {
            ready.append(stream)
        }
    }

    func streamCloses(_ id: Int32) {
        guard let stream = streams.removeValue(forKey: id) else { return }
        release(stream)
        openWindows()
        if streams.isEmpty { timing.idleSince = loop.now }
    }

    /// Opens the flow-control window of the connection's oldest incomplete body. If all incomplete bodies together take
    /// at most half of their limit, opens the windows of all of them.
    private func openWindows() {
        guard isHolding else { return }
        let hasRoom = bodyBytes <= service.limits.http2.bodies / 2
        let oldest = oldestBody
        for stream in streams.values
        where stream.heldWindow > 0 && stream.upload == nil && (hasRoom || stream.id == oldest) {
            session?.consume(stream.heldWindow, of: stream.id)
            stream.heldWindow = 0
        }
        isHolding = !hasRoom
    }

    /// Starts the handlers of the HTTP/2 requests that are complete.
    func answerReady() {
        let complete = ready
        ready = []
        for stream in complete where !stream.isClosed && phase == .open && !isFlooded {
            guard var request = stream.request.take() else { continue }
            if stream.upload == nil { request.body = stream.body }
            dropBody(of: stream)
            answer(stream, request)
        }
        openWindows()
    }
}
