import DequeModule
public import EventLoop

/// One session with a PostgreSQL server, pipelined: segments are sent without waiting for the answers to earlier
/// segments.
///
/// It lives until it is closed or lost, so its owner must call `close()`.
public final class PostgresConnection {
    enum Mode {
        case pipelining
        /// A caller wants exclusive use outside the pipeline. No segment is sent until the caller has it.
        case draining
        /// A COPY or a script is running outside the pipeline.
        case simple
        case closed(String)
    }

    public let loop: EventLoop
    let configuration: PostgresConfiguration
    let link: Link
    private(set) var watcher: SocketWatcher?

    var mode = Mode.pipelining
    var pipeline = Pipeline<Ticket, Rows>()
    var prepared: PreparedStatements
    /// The tickets that are not sent yet.
    var waiting: Deque<Ticket> = []
    var segments: UInt64 = 0
    /// Whether libpq holds bytes that the socket has not accepted.
    var flushPending = false
    var flushScheduled = false
    /// The time at which PostgreSQL began with the first unanswered segment of the pipeline.
    var headSince: MonotonicTime
    var cancelling = Cancelling()
    var sweep: Deadline?
    /// The callers that wait for exclusive use of the connection, until the pipeline is empty.
    var turnstile: Deque<Turn> = []
    /// The caller that has exclusive use of the connection.
    var turn: Turn?
    /// The caller with exclusive use whose task has been cancelled meanwhile.
    var unwantedTurn: Turn?
    var socketWaiter: SocketWaiter?
    var listeners: [String: (Notification) -> Void] = [:]

    /// Called when the connection has room for another segment of the pool.
    var onRoom: (() -> Void)?
    /// Called to return a segment that may be sent again to the pool. Returns false if the pool refuses it.
    var onRetry: ((Ticket) -> Bool)?
    /// Called with the reason when the connection is lost.
    var onClosed: ((String) -> Void)?

    init(link: Link, configuration: PostgresConfiguration, loop: EventLoop) throws(PostgresError) {
        self.link = link
        self.configuration = configuration
        self.loop = loop
        prepared = PreparedStatements(limit: configuration.preparedLimit)
        headSince = loop.now
        guard link.setNonBlocking(), link.enterPipeline() else { throw .notConnected(link.errorMessage) }
        // Discards warnings from the start of the session, since they do not concern a commit.
        _ = link.takeDoubt()
        do {
            let watcher = try SocketWatcher(on: loop, descriptor: link.socket)
            self.watcher = watcher
            // The closure keeps the connection alive, since libpq's socket must not be closed while it is watched.
            watcher.watch(readable: true, writable: false) { [self] events in socketReady(events) }
        } catch {
            throw .notConnected("\(error)")
        }
    }

    /// The id of the PostgreSQL process that serves this session, as in `pg_stat_activity`.
    public var backendPID: Int32 { link.backendPID }

    /// Whether the connection is neither closed nor lost.
    public var isOpen: Bool { if case .closed = mode { false } else { true } }

    /// The number of segments that were sent and are not answered yet.
    public var inFlight: Int { pipeline.count }

    /// Closes the session. Unanswered segments end as if the connection had been lost.
    public func close() {
        loop.preconditionCurrent()
        lose("closed")
    }

    /// Closes the connection because it was lost or ended. No other function closes it.
    func lose(_ reason: String) {
        guard isOpen else { return }
        mode = .closed(reason)
        watcher?.close()
        watcher = nil
        sweep?.cancel()
        sweep = nil
        answerLost(reason)
        wakeSocketWaiter()
        while let next = turnstile.popFirst() { next.fail(.notConnected(reason)) }
        listeners = [:]
        let closed = onClosed
        onClosed = nil
        onRoom = nil
        onRetry = nil
        closed?(reason)
    }

    var closedReason: String { if case .closed(let reason) = mode { reason } else { "" } }

    // Functions that read and write the socket.

    private func socketReady(_ events: SocketEvents) {
        if events.contains(.readable) || events.contains(.failed), !receive() { return }
        wakeSocketWaiter()
        guard flush() else { return }
        sendWaiting()
    }

    /// Sends as many of libpq's buffered bytes as the socket accepts. Returns false if the connection is lost.
    @discardableResult
    func flush() -> Bool {
        guard isOpen else { return false }
        switch link.flush() {
        case .done: flushPending = false
        case .pending: flushPending = true
        case .failed:
            // Reads before it closes the connection, since PostgreSQL's final error may still be readable.
            if receive() { lose(link.errorMessage) }
            return false
        }
        watchSocket()
        // If the socket is full, libpq reads while it sends. It may hold answers already, which the socket does not
        // report.
        takeReplies()
        return isOpen
    }

    /// Watches the socket. Outside of the pipeline, it is read only while a caller waits for data, so that a slow
    /// consumer of a COPY slows down PostgreSQL.
    func watchSocket() {
        let reads = if case .simple = mode { socketWaiter != nil } else { true }
        watcher?.watch(readable: reads, writable: flushPending)
    }

    /// Schedules one flush at the end of the loop's turn for all data that was passed to libpq in this turn.
    func scheduleFlush() {
        guard !flushScheduled else { return }
        flushScheduled = true
        loop.atEndOfTurn { [self] in
            flushScheduled = false
            guard flush() else { return }
            sendWaiting()
        }
    }
}
