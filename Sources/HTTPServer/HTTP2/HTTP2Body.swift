import EventLoop

/// The body of one HTTP/2 answer while its producer writes it.
final class HTTP2Body {
    private let connection: HTTP2Connection
    private let stream: HTTP2Stream
    private let length: Int?
    private var written = 0

    init(_ connection: HTTP2Connection, _ stream: HTTP2Stream, length: Int?) {
        self.connection = connection
        self.stream = stream
        self.length = length
    }

    /// Whether the producer has written all of the body: as many bytes as the answer's Content-Length says. Always true
    /// for an answer without a Content-Length.
    var isWhole: Bool { length == nil || length == written }

    var writer: HTTPBodyWriter {
        HTTPBodyWriter(on: connection.loop) { [self] bytes throws(HTTPClientGone) in try await write(bytes) }
    }

    private func write(_ bytes: [UInt8]) async throws(HTTPClientGone) {
        guard !stream.isClosed else { throw HTTPClientGone() }
        written += bytes.count
        if let length, written > length { throw HTTPClientGone() }
        stream.outgoing.append(bytes)
        connection.session?.resume(stream.id)
        connection.flush()
        connection.setDeadline()
        guard mustWait, stream.drainWaiter == nil else { return }
        // The closure of `withCheckedContinuation` checks again whether the body's producer must wait for the client,
        // since the loop may have run other work meanwhile.
        await withCheckedContinuation { waiter in
            if mustWait, stream.drainWaiter == nil { stream.drainWaiter = waiter } else { waiter.resume() }
        }
        if stream.isClosed { throw HTTPClientGone() }
    }

    private var mustWait: Bool {
        !stream.isClosed && stream.outgoing.byteCount > connection.service.limits.writeHighMark
    }
}
