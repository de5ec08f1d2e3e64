import EventLoop

/// Handles the frames of a client's connection. nghttp2 calls these functions while it processes input or makes output,
/// so they must not send anything.
extension ClientConnection {
    func fieldComes(_ stream: Int32, _ name: RawSpan, _ value: RawSpan) {
        guard let exchange = streams[stream], !exchange.isOver else { return }
        if !exchange.add(name, value, limits) { refuseAnswer(stream, exchange) }
    }

    func dataComes(_ stream: Int32, _ bytes: RawSpan) {
        guard let exchange = streams[stream], !exchange.isOver else { return }
        if !exchange.add(bytes, limits) { refuseAnswer(stream, exchange) }
    }

    private func refuseAnswer(_ stream: Int32, _ exchange: ClientExchange) {
        exchange.end(.failure(.responseTooLarge))
        session?.reset(stream, .cancel)
    }

    /// Handles a frame that nghttp2 has processed completely.
    func frameEnds(_ frame: ClientSession.Frame) {
        switch frame.kind {
        case .settings: isReady = true
        case .goAway: isEnding = true
        case .headers:
            streams[frame.stream]?.headEnds()
            if frame.endsStream { answerEnds(frame.stream) }
        case .data: if frame.endsStream { answerEnds(frame.stream) }
        case .other: break
        }
    }

    private func answerEnds(_ stream: Int32) {
        guard let exchange = streams[stream], !exchange.isOver else { return }
        exchange.answerEnds()
        noteAnswer()
        // The server may answer before it has received the whole request. Then the remaining part of the request is not
        // sent.
        if session?.hasSentAll(of: stream) == false { session?.reset(stream, .cancel) }
    }

    /// Handles the end of a stream. If the server refused the stream, or sent a GOAWAY frame that does not include it,
    /// `code` is REFUSED_STREAM. Then the server has not processed the request (RFC 9113 §8.7).
    func streamCloses(_ stream: Int32, code: UInt32) {
        guard let exchange = streams.removeValue(forKey: stream) else { return }
        if streams.isEmpty { timing.idleSince = loop.now }
        guard !exchange.isOver else { return }
        if code == ClientSession.Code.refusedStream.rawValue, !exchange.hasAnswer {
            refused.append(exchange)
        } else {
            exchange.end(.failure(.streamReset(code)))
        }
    }

    /// Handles a request that nghttp2 could not send, for example because a GOAWAY frame came first.
    func requestIsUnsent(_ stream: Int32) {
        guard let exchange = streams.removeValue(forKey: stream), !exchange.isOver else { return }
        refused.append(exchange)
    }

    /// Copies the next bytes of a request's body into nghttp2's buffer; `nil` if the request's exchange has ended.
    func takeBody(of stream: Int32, into target: UnsafeMutableRawBufferPointer) -> (count: Int, isLast: Bool)? {
        guard let exchange = streams[stream], !exchange.isOver else { return nil }
        return unsafe exchange.takeBody(into: target)
    }
}
