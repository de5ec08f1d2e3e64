import EventLoop

/// How it ends.
extension HTTP2Connection {
    func refuse(_ refusal: Refusal) {
        end(.enhanceYourCalm)
    }

    /// No more requests after those that have come (RFC 9113 §6.8).
    func drain() {
        guard phase == .open, !isDraining else { return }
        isDraining = true
        session?.goAway()
        flush()
        setDeadline()
    }

    /// Says why it ends, and answers nothing any more.
    func end(_ code: HTTP2Session.Code) {
        guard phase == .open else { return }
        service.statistics.calmed += code == .enhanceYourCalm ? 1 : 0
        abandonStreams()
        session?.terminate(code)
        // Whatever the client has not taken, this is the last that it will be sent.
        pendingBytes = 0
        phase = .lingering
        flush()
        guard phase == .lingering else { return }
        phase = .open
        linger()
    }

    /// Says in TLS and TCP that no more will come, and waits a little for the client to say so too.
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

    /// The client learns that what it has got is not all.
    func reset() {
        stream.reset()
        didClose()
    }

    /// Whoever ended it; a second call does nothing.
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

    /// Nobody waits for the answer any more.
    func release(_ stream: HTTP2Stream) {
        stream.isClosed = true
        stream.task?.cancel()
        stream.task = nil
        stream.wakeProducer()
        dropBody(of: stream)
    }

    /// The request's body is not held any more.
    func dropBody(of stream: HTTP2Stream) {
        bodyBytes -= stream.body.count
        service.bodyBytes -= stream.body.count
        stream.body = []
    }
}
