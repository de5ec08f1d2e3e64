import EventLoop

/// One request and its answer on an HTTP/2 connection.
final class HTTP2Stream {
    enum Phase {
        case head
        case body
        /// The request's handler is running.
        case waiting
        /// The answer is decided; further input of the request is dropped.
        case answered
    }

    let id: Int32
    var phase = Phase.head
    var head = HTTP2Head()
    var request: HTTPRequest?
    var body: [UInt8] = []
    var bodyLimit: Int
    var clock: BodyClock
    /// Whether the whole request has arrived.
    var isComplete = false
    /// The time at which the answer was completely sent, if the request was incomplete then.
    var answeredAt: MonotonicTime?
    /// The number of received bytes for which the stream's window has not been opened again.
    var heldWindow = 0

    /// The task of the handler or of the body's producer; cancelled when the client disconnects.
    var task: Task<Void, Never>?
    var outgoing = OutgoingBody()
    /// The continuation of a producer that waits for the client to read.
    var drainWaiter: CheckedContinuation<Void, Never>?
    var isClosed = false

    init(_ id: Int32, bodyLimit: Int, at now: MonotonicTime) {
        self.id = id
        self.bodyLimit = bodyLimit
        clock = BodyClock(since: now)
    }

    /// Wakes a waiting producer, which continues or fails because the client has disconnected.
    func wakeProducer() {
        drainWaiter?.resume()
        drainWaiter = nil
    }
}
