public import EventLoop
public import Logging
public import SQL

/// Listens on channels over a connection of its own, and connects again when the connection is lost.
///
/// Notifications may be missed while there is no connection, so the handler should query the present state when it
/// receives `connected`. A query every second proves that the connection is not dead (`Hearing`). If PostgreSQL does not
/// answer it in time, the connection is closed and counts as lost.
public final class PostgresListener {
    public enum Event: Sendable, Hashable {
        /// The listener is connected and receives notifications from now on. Earlier ones may have been missed.
        case connected
        case notified(Notification)
        /// The listener has lost its connection, and receives no notifications until the next `connected`.
        case disconnected
    }

    /// A function that prepares each new session before it listens.
    public typealias Preparation = (PostgresConnection) async throws(PostgresError) -> Void

    /// The pause between two queries that prove that the connection is not dead.
    private static let every: Duration = .seconds(1)
    /// The time in which PostgreSQL must answer such a query. With `every` it is `Hearing.longest`, so the proof of a
    /// connection that works never ends.
    private static let patience: Duration = .seconds(2)
    /// The time that the loop gets to read an answer that may have arrived, if the loop itself was late.
    private static let grace: Duration = .milliseconds(100)
    /// The time after which PostgreSQL ends a session that sends no query. The session of a dead connection would
    /// otherwise hold its locks, and PostgreSQL's queue of notifications, for up to two hours.
    private static let idleLimit = "10s"

    public let loop: EventLoop
    private let hearing: Hearing
    private let prepare: Preparation
    private let configuration: PostgresConfiguration
    private let channels: [Identifier]
    private let logger: Logger
    private let handler: (Event) -> Void
    private var connection: PostgresConnection?
    private var backoff = Backoff()
    private var attempt: Task<Void, Never>?
    private var retry: Deadline?
    private var isClosed = false
    /// The deadline at which the next query is sent that proves the connection.
    private var nextProof: Deadline?
    /// The numbers of the last query that was sent to prove the connection, and of the last one that was answered.
    private var asked = 0, answered = 0

    /// Starts to connect to PostgreSQL immediately. Must be called on the loop, on which `handler` will run.
    ///
    /// - Parameters:
    ///   - hearing: the proof that notifications are received, which the listener keeps up to date.
    ///   - prepare: called with each new connection before it listens.
    public init(
        _ configuration: PostgresConfiguration, channels: [Identifier], on loop: EventLoop,
        hearing: Hearing = Hearing(), logger: Logger = Logger(label: "postgres"),
        preparing prepare: @escaping Preparation = { _ throws(PostgresError) in },
        handler: @escaping (Event) -> Void
    ) {
        loop.preconditionCurrent()
        self.loop = loop
        self.hearing = hearing
        self.prepare = prepare
        self.configuration = configuration
        self.channels = channels
        self.logger = logger
        self.handler = handler
        connect()
    }

    private func connect() {
        guard !isClosed else { return }
        attempt = loop.task { [self] in
            do {
                let opened = try await PostgresConnection.connect(configuration, on: loop)
                try await listen(opened)
            } catch {
                again("\(error)")
            }
        }
    }

    private func listen(_ opened: PostgresConnection) async throws(PostgresError) {
        let sent: UInt64
        do {
            _ = try await opened.perform(
                "SELECT set_config('idle_session_timeout', \(Self.idleLimit), false)", effect: .reads)
            try await prepare(opened)
            sent = NanosecondClock.now
            for channel in channels {
                try await opened.listen(channel) { [weak self] in self?.heard($0) }
            }
        } catch {
            opened.close()
            throw error
        }
        guard !isClosed else { return opened.close() }
        guard opened.isOpen else { throw .notConnected(opened.closedReason) }
        connection = opened
        backoff.reset()
        opened.onClosed = { [weak self] reason in self?.lost(reason) }
        hearing.prove(since: sent)
        handler(.connected)
        scheduleProof(of: opened)
    }

    private func scheduleProof(of opened: PostgresConnection) {
        guard !isClosed, connection === opened else { return }
        nextProof = loop.schedule(after: Self.every) { [weak self] in self?.prove(opened) }
    }

    /// Sends a query, whose answer proves that the connection is not dead.
    private func prove(_ opened: PostgresConnection) {
        guard !isClosed, connection === opened else { return }
        asked += 1
        let (number, sent) = (asked, NanosecondClock.now)
        // A late loop runs its deadlines before it reads its sockets, so the answer may have arrived already.
        let late = loop.schedule(after: Self.patience) { [weak self] in
            self?.loop.schedule(after: Self.grace) { self?.giveUp(opened, unless: number) }
        }
        loop.task { [weak self] in
            do {
                _ = try await opened.perform("SELECT 1", effect: .reads)
            } catch {
                late.cancel()
                return opened.lose("\(error)")
            }
            late.cancel()
            guard let self, connection === opened else { return }
            answered = number
            hearing.prove(since: sent)
            scheduleProof(of: opened)
        }
    }

    private func giveUp(_ opened: PostgresConnection, unless number: Int) {
        guard answered < number, connection === opened else { return }
        opened.lose("PostgreSQL did not answer on the listening connection")
    }

    /// Sends a notification over the listening connection. It is not sent if there is no connection.
    public func notify(_ channel: Identifier, _ payload: String) {
        loop.preconditionCurrent()
        guard let connection else { return }
        loop.task { _ = try? await connection.perform("SELECT pg_notify(\(channel.unquoted), \(payload))") }
    }

    private func heard(_ notification: Notification) {
        guard !isClosed else { return }
        handler(.notified(notification))
    }

    private func lost(_ reason: String) {
        connection = nil
        nextProof?.cancel()
        hearing.end()
        guard !isClosed else { return }
        logger.warning("listening connection lost", metadata: ["reason": "\(reason)"])
        handler(.disconnected)
        again(reason)
    }

    private func again(_ reason: String) {
        guard !isClosed else { return }
        var random = SystemRandomNumberGenerator()
        let pause = backoff.next(using: &random)
        logger.log(
            level: backoff.attempts == 1 ? .warning : .debug, "cannot listen",
            metadata: ["reason": "\(reason)", "next": "\(pause)"])
        retry = loop.schedule(after: pause) { [weak self] in self?.connect() }
    }

    /// Ends the listener's session. The handler is not called again. Returns when the session is closed; the loop must
    /// not stop before that.
    public func close() async {
        loop.preconditionCurrent()
        isClosed = true
        attempt?.cancel()
        retry?.cancel()
        nextProof?.cancel()
        hearing.end()
        connection?.close()
        connection = nil
        await attempt?.value
    }
}
