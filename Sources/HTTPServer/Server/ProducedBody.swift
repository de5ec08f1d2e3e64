import EventLoop

/// The body of one HTTP/1.1 answer while its producer writes it.
final class ProducedBody {
    let connection: Connection
    let exchange: Exchange
    let isChunked: Bool
    private let length: Int?
    private var written = 0

    init(_ connection: Connection, _ exchange: Exchange, length: Int?) {
        self.connection = connection
        self.exchange = exchange
        self.length = length
        isChunked = length == nil && exchange.shape.minorVersion >= 1
    }

    /// Whether the producer has written all of the body: as many bytes as the answer's Content-Length says. Always true
    /// for an answer without a Content-Length.
    var isWhole: Bool { length == nil || length == written }

    var writer: HTTPBodyWriter {
        HTTPBodyWriter(on: connection.loop) { [self] bytes throws(HTTPClientGone) in try await write(bytes) }
    }

    private func write(_ bytes: [UInt8]) async throws(HTTPClientGone) {
        guard connection.phase != .closed, case .producing = exchange.state else { throw HTTPClientGone() }
        written += bytes.count
        // Bytes of the body beyond the answer's Content-Length are refused, since the client would mistake them for the
        // next answer.
        if let length, written > length { throw HTTPClientGone() }
        if isChunked { connection.outbox.append(chunk: bytes) } else { connection.outbox.append(bytes) }
        connection.flush()
        connection.setDeadline()
        if connection.isBlocked, connection.drainWaiter == nil {
            // The closure of `withCheckedContinuation` checks again whether the body's producer must wait for the
            // client, since the loop may have run other work meanwhile.
            await withCheckedContinuation { waiter in
                if connection.isBlocked, connection.phase != .closed, connection.drainWaiter == nil {
                    connection.drainWaiter = waiter
                } else {
                    waiter.resume()
                }
            }
            if connection.phase == .closed { throw HTTPClientGone() }
        }
    }
}
