import EventLoop

/// Handles, on an HTTP/2 connection, each request whose handler reads the request's body while the body arrives.
extension HTTP2Connection {
    /// Lets the handler of a request start before the request's body is complete. It starts after the connection has
    /// processed the bytes that it received together with the request's head.
    func beginUpload(_ stream: HTTP2Stream, _ head: HTTPRequest, expectsContinue: Bool) {
        let upload = IncomingBody(of: service)
        upload.whenTaken = { [weak self, weak stream] in
            if let self, let stream { bodyIsTaken(of: stream) }
        }
        var request = head
        request.incoming = HTTPBodyReader(upload, on: loop)
        stream.request = request
        stream.upload = upload
        stream.withholdsContinue = expectsContinue
        ready.append(stream)
    }

    /// Keeps the next bytes of a request's body for the request's handler. The stream's flow-control window stays
    /// closed by as many bytes until the handler takes them.
    func take(_ bytes: RawSpan, of upload: IncomingBody, _ stream: HTTP2Stream) {
        strayBytes -= bytes.byteCount
        stream.withholdsContinue = false
        stream.heldWindow += bytes.byteCount
        upload.append(bytes, 0..<bytes.byteCount)
        if service.bodyBytes > service.limits.bodiesTogether { refuse(stream, .tooManyBodies) }
    }

    private func bodyIsTaken(of stream: HTTP2Stream) {
        guard !stream.isClosed, phase == .open else { return }
        if stream.withholdsContinue {
            stream.withholdsContinue = false
            session?.inform(stream.id, .goOn)
        }
        if stream.heldWindow > 0 {
            session?.consume(stream.heldWindow, of: stream.id)
            stream.heldWindow = 0
        }
        flushSoon()
    }

    /// Refuses a request whose handler is running or will run. The handler gets an error when it reads the body, and
    /// its answer is replaced by the refusal's.
    ///
    /// - Returns: whether the stream has such a request.
    func refuseUpload(of stream: HTTP2Stream, _ refusal: Refusal) -> Bool {
        guard let upload = stream.upload, stream.phase == .body else { return false }
        stream.phase = .answered
        upload.abandon(refusal)
        return true
    }
}
