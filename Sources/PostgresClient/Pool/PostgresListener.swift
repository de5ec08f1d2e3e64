public import EventLoop
public import Logging
public import SQL

/// Listens on channels over a connection of its own, and connects again when the connection is lost.
///
/// Notifications may be missed while there is no connection, so the handler should query the present state when it
/// receives `connected`.
public final class PostgresListener {
    public enum Event: Sendable, Hashable {
        /// The listener is connected and receives notifications from now on. Earlier ones may have been missed.
        case connected
        case notified(Notification)
        /// The listener has lost its connection, and receives no notifications until the next `connected`.
        case disconnected
    }

    public let loop: EventLoop
    private let configuration: PostgresConfiguration
    private let channels: [Identifier]
    private let logger: Logger
    private let handler: (Event) -> Void
    private var connection: PostgresConnection?
    private var backoff = Backoff()
    private var attempt: Task<Void, Never>?
    private var retry: Deadline?
    private var isClosed = false

    /// Starts to connect to PostgreSQL immediately. Must be called on the loop, on which `handler` will run.
    public init(
        _ configuration: PostgresConfiguration, channels: [Identifier], on loop: EventLoop,
        logger: Logger = Logger(label: "postgres"), handler: @escaping (Event) -> Void
    ) {
        loop.preconditionCurrent()
        self.loop = loop
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
        do {
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
        handler(.connected)
    }

    private func heard(_ notification: Notification) {
        guard !isClosed else { return }
        handler(.notified(notification))
    }

    private func lost(_ reason: String) {
        connection = nil
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
        connection?.close()
        connection = nil
        await attempt?.value
    }
}
