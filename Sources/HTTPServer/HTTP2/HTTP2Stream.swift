import EventLoop

/// One request and its answer on an HTTP/2 connection. Touched only on the connection's loop, hence `@unchecked Sendable`.
final class HTTP2Stream: @unchecked Sendable {
    enum Phase {
        case head
        case body
        /// The handler works.
        case waiting
        /// The answer is decided on; what still comes of the request is thrown away.
        case answered
    }

    let id: Int32
    var phase = Phase.head
    var head = HTTP2Head()
    var request: HTTPRequest?
    var body: [UInt8] = []
    var bodyLimit: Int
    var clock: BodyClock
    /// All of the request has come.
    var isComplete = false
    /// When all of the answer was sent, where that was before all of the request had come.
    var answeredAt: MonotonicTime?
    /// Bytes for which the client's window was not opened again yet.
    var heldWindow = 0

    /// The handler's or the producer's; cancelled when the client goes away.
    var task: Task<Void, Never>?
    var outgoing = OutgoingBody()
    /// A producer that waits for the client to take what was written.
    var drainWaiter: CheckedContinuation<Void, Never>?
    var isClosed = false

    init(_ id: Int32, bodyLimit: Int, at now: MonotonicTime) {
        self.id = id
        self.bodyLimit = bodyLimit
        clock = BodyClock(since: now)
    }

    /// Lets a waiting producer go on, or find that nobody listens.
    func wakeProducer() {
        drainWaiter?.resume()
        drainWaiter = nil
    }
}
