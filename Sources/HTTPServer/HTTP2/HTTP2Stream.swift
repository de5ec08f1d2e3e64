import EventLoop

/// One request and its answer on an HTTP/2 connection.
final class HTTP2Stream {
    enum Phase {
        case head
        case body
        /// The request is complete, and its handler runs or will run.
        case waiting
        /// The request is answered or refused. If more of the request arrives, it is dropped.
        case answered
    }

    let id: Int32
    var phase = Phase.head
    var head = HTTP2Head()
    var request: HTTPRequest?
    var body: [UInt8] = []
    /// The request's body, if the request's handler reads the body while it arrives; otherwise `nil`.
    var upload: IncomingBody?
    /// Whether the client waits for `100 Continue`, which the client gets when the handler begins to read the body.
    var withholdsContinue = false
    var bodyLimit: Int
    var clock: BodyClock
    /// Whether the stream's whole request has arrived.
    var isComplete = false
    /// The time at which the answer was completely sent, if not all of the request had arrived then; `nil` otherwise.
    var answeredAt: MonotonicTime?
    /// The number of received bytes of the body for which the stream's flow-control window is still to be opened again.
    var heldWindow = 0

    /// The task that runs the request's handler or the producer of the answer's body; cancelled when the stream or its
    /// connection closes.
    var task: Task<Void, Never>?
    var outgoing = OutgoingBody()
    /// The continuation of a body's producer that waits until the client has read more of the answer.
    var drainWaiter: CheckedContinuation<Void, Never>?
    var isClosed = false

    /// The number of bytes that have arrived of the body of the stream's request.
    var received: Int { upload?.received ?? body.count }

    init(_ id: Int32, bodyLimit: Int, at now: MonotonicTime) {
        self.id = id
        self.bodyLimit = bodyLimit
        clock = BodyClock(since: now)
    }

    /// Wakes the producer of the answer's body if it waits. It continues, or fails because the stream is closed.
    func wakeProducer() {
        drainWaiter?.resume()
        drainWaiter = nil
    }
}
