import EventLoop

/// Functions that end an HTTP/2 connection.
extension HTTP2Connection {
    func refuse(_ refusal: Refusal) {
        end(.enhanceYourCalm)
    }

    /// Tells the client of an HTTP/2 connection that requests after those received so far will not be answered (GOAWAY,
    /// RFC 9113 §6.8).
    func drain() {
        guard phase == .open, !isDraining else { return }
        isDraining = true
        session?.goAway()
        flush()
        setDeadline()
    }

    /// Ends an HTTP/2 connection because of the client: sends GOAWAY with the error code, and no more answers.
    func end(_ code: HTTP2Session.Code) {
        guard phase == .open else { return }
        service.statistics.calmed += code == .enhanceYourCalm ? 1 : 0
        abandonStreams()
        session?.terminate(code)
        // `flush` sends nothing while `pendingBytes` is above `writeHighMark`. With `pendingBytes` set to 0, `flush`
        // sends the error code, even if the client has not read the output before it.
        pendingBytes = 0
        phase = .lingering
        flush()
        guard phase == .lingering else { return }
        phase = .open
        linger()
    }

    /// Ends the output of an HTTP/2 connection (close_notify with TLS, then FIN), and waits briefly for the client to
    /// close the connection.
    func linger() {
        guard phase == .open else { return }
        phase = .lingering
        abandonStreams()
        stream.shutdownAfterWrites()
        stream.resumeReading()
        setDeadline()
    }

    func close() {
        stream.close()
        didClose()
    }

    /// Resets the TCP connection, so that the client learns that an answer is incomplete.
    func reset() {
        stream.reset()
        didClose()
    }

    /// Releases the resources of an HTTP/2 connection that has ended for any reason. A second call does nothing.
    func didClose() {
        guard phase != .closed else { return }
        phase = .closed
        timing.deadline?.cancel()
        timing.deadline = nil
        abandonStreams()
        service.note(&unsent, 0, on: loop)
        service.remove(self)
    }

    private func abandonStreams() {
        let abandoned = streams
        streams = [:]
        ready = []
        for stream in abandoned.values { release(stream) }
    }

    /// Cancels the task that makes a stream's answer, which is no longer needed, and drops the request's body.
    func release(_ stream: HTTP2Stream) {
        stream.isClosed = true
        stream.task?.cancel()
        stream.task = nil
        stream.wakeProducer()
        stream.upload?.abandon()
        dropBody(of: stream)
    }

    /// Drops the body of a stream's request, which is no longer needed.
    func dropBody(of stream: HTTP2Stream) {
        bodyBytes -= stream.body.count
        service.bodyBytes -= stream.body.count
        stream.body = []
    }
}
