import DequeModule
public import EventLoop

/// One session with a PostgreSQL server. It is pipelined: the statements of a database call are sent without waiting
/// for the answers to earlier calls.
///
/// The session stays open until it is closed or lost, so its owner must call `close()`.
public final class PostgresConnection {
    enum Mode {
        case pipelining
        /// A caller waits for exclusive use of the database connection, for a COPY or a script. No other statements are
        /// sent until that use has ended.
        case draining
        /// A caller has exclusive use of the database connection, for a COPY or a script.
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
    /// The database calls whose statements are not sent yet, in order.
    var waiting: Deque<Ticket> = []
    var segments: UInt64 = 0
    /// Whether libpq holds bytes that the socket has not accepted.
    var flushPending = false
    var flushScheduled = false
    /// The time at which PostgreSQL began with the first unanswered database call of the pipeline.
    var headSince: MonotonicTime
    var cancelling = Cancelling()
    var sweep: Deadline?
    /// The callers that wait for exclusive use of the database connection. They get it when no database call is in
    /// flight.
    var turnstile: Deque<Turn> = []
    /// The caller that has exclusive use of the database connection; `nil` if there is none.
    var turn: Turn?
    /// The caller that has exclusive use of the database connection and whose task was cancelled meanwhile; `nil` if
    /// there is none.
    var unwantedTurn: Turn?
    var socketWaiter: SocketWaiter?
    var listeners: [String: (Notification) -> Void] = [:]

    /// A function that is called when the connection has room for another database call from the queue of its pool.
    var onRoom: (() -> Void)?
    /// A function that gives a failed database call back to its pool, which may send it on another connection. It
    /// returns false if the pool does not take the call.
    var onRetry: ((Ticket) -> Bool)?
    /// A function that is called with the reason when the database connection is lost or closed.
    var onClosed: ((String) -> Void)?

    init(link: Link, configuration: PostgresConfiguration, loop: EventLoop) throws(PostgresError) {
        self.link = link
        self.configuration = configuration
        self.loop = loop
        prepared = PreparedStatements(limit: configuration.preparedLimit)
        headSince = loop.now
        guard link.setNonBlocking(), link.enterPipeline() else { throw .notConnected(link.errorMessage) }
        // Warnings that PostgreSQL sent while the session began are ignored, since they do not concern a commit.
        _ = link.takeDoubt()
        do {
            let watcher = try SocketWatcher(on: loop, descriptor: link.socket)
            self.watcher = watcher
            // The socket watcher's callback refers to the database connection and so keeps it alive. libpq closes the
            // socket when the connection is freed, and must not do so while the socket is watched.
            watcher.watch(readable: true, writable: false) { [self] events in socketReady(events) }
        } catch {
            throw .notConnected("\(error)")
        }
    }

    /// The id of the PostgreSQL process that serves this session, as in `pg_stat_activity`.
    public var backendPID: Int32 { link.backendPID }

    /// Whether the database connection is open: neither closed nor lost.
    public var isOpen: Bool { if case .closed = mode { false } else { true } }

    /// The number of database calls whose statements were sent and that are not answered yet.
    public var inFlight: Int { pipeline.count }

    /// Closes the session. Database calls that are not answered end as if the connection had been lost.
    public func close() {
        loop.preconditionCurrent()
        lose("closed")
    }

    /// Ends the database connection because it was lost or its owner closed it. No other function ends it.
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

    // Functions that read and write the socket of the connection to PostgreSQL.

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
            // Before the connection is closed, the data that has arrived is read, since PostgreSQL's last error may be
            // in it.
            if receive() { lose(link.errorMessage) }
            return false
        }
        watchSocket()
        // If the socket accepts no more bytes, libpq reads while it sends. It may then hold answers that the socket
        // does not report any more.
        takeReplies()
        return isOpen
    }

    /// Sets the events that are watched on the connection's socket. Outside of the pipeline, the socket is read only
    /// while a caller waits for data, so that a slow consumer of a COPY slows down PostgreSQL.
    func watchSocket() {
        let reads = if case .simple = mode { socketWaiter != nil } else { true }
        watcher?.watch(readable: reads, writable: flushPending)
    }

    /// Lets all data that is passed to libpq in the loop's current iteration be sent together at the iteration's end.
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
