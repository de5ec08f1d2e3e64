import DequeModule
public import EventLoop
public import Logging
public import SQL

/// A fixed number of connections that belong to one loop.
///
/// The statements of a database call are sent on the connection with the fewest calls in flight. A connection that runs
/// a slow statement gets no further calls: they wait in the pool's queue for the first free connection. A lost
/// connection is opened again at once, and after growing pauses if that fails. Calls that certainly had no effect, and
/// calls that only read, are then sent again.
public final class PostgresPool {
    public let loop: EventLoop
    let configuration: PostgresConfiguration
    let logger: Logger
    var slots: [PoolSlot] = []
    var waiting: Deque<Ticket> = []
    /// The callers that wait until the pool lends them a connection exclusively.
    var claims: Deque<Claim> = []
    /// The callers of `ready`, which wait until the pool has an open connection.
    private var arrivals: [Waiter<Void>] = []
    /// Whether one of the pool's connections has been lost, or could not be opened, at any time.
    var hasMissedOne = false
    /// The number of the pool's connections that were opened after one was lost or could not be opened. Each may lead
    /// to another PostgreSQL server than before.
    public private(set) var reopened: UInt64 = 0
    private var listeners: [() -> Void] = []
    /// The reason why the pool has no connection.
    var lastFailure = PostgresError.notConnected("connecting")
    /// The time since which the pool has had no open connection. It is valid only while there is none.
    var downSince = MonotonicTime(milliseconds: 0)
    var isClosed = false
    var sweep: Deadline?

    /// Starts to open the pool's connections. Must be called on the loop.
    ///
    /// - Parameter connections: the number of connections, at least one. If it is one, a caller of `withConnection`
    ///   blocks all others.
    public init(
        _ configuration: PostgresConfiguration, connections: Int, on loop: EventLoop,
        logger: Logger = Logger(label: "postgres")
    ) {
        self.loop = loop
        self.configuration = configuration
        self.logger = logger
        downSince = loop.now
        slots = (0..<max(1, connections)).map { PoolSlot(number: $0, pool: self) }
        for slot in slots { slot.connect() }
    }

    /// Waits until the pool has an open connection.
    ///
    /// - Throws: `notConnected` or `roleRefused` if there is no connection after the configuration's `connectTimeout`,
    ///   `cancelled` if the task is cancelled.
    public func ready() async throws(PostgresError) {
        loop.preconditionCurrent()
        guard !isClosed else { throw .notConnected("closed") }
        guard isDown else { return }
        let arrival = Waiter<Void>()
        arrivals.append(arrival)
        let late = loop.schedule(after: configuration.connectTimeout) { [weak self] in
            arrival.fail(self?.lastFailure ?? .notConnected("closed"))
        }
        defer {
            late.cancel()
            arrivals.removeAll { $0 === arrival }
        }
        try await arrival.outcome(on: loop) { arrival.fail(.cancelled) }
    }

    var isDown: Bool { !slots.contains { $0.connection != nil } }

    /// Calls `body` on the loop whenever the pool has opened a connection after a loss (`reopened`), before statements
    /// are sent on it.
    public func whenReopened(_ body: @escaping () -> Void) {
        loop.preconditionCurrent()
        listeners.append(body)
    }

    func tellOpened() {
        guard hasMissedOne else { return }
        reopened += 1
        for listener in listeners { listener() }
    }

    func finishArrivals(_ outcome: Result<Void, PostgresError>) {
        for arrival in arrivals { arrival.answer(outcome) }
        arrivals = []
    }

    /// Performs the statements in order, in one implicit transaction: all of them or none.
    ///
    /// - Parameters:
    ///   - effect: `reads` allows the pool to run the statements again if a connection is lost.
    ///   - patience: replaces the configuration's `deadline`.
    ///   - asOf: the value that `reopened` had when the caller read the data on which the statements are based. If
    ///     another connection was opened since, it may lead to a PostgreSQL server without that data, so the statements
    ///     are not sent.
    /// - Throws: `PostgresError`. Its cases document whether the statements may have taken effect. Cancelling the task
    ///   cancels the statements.
    public func perform(
        _ statements: [Statement], effect: Effect = .writes, within patience: Duration? = nil, asOf: UInt64? = nil
    ) async throws(PostgresError) -> [Rows] {
        loop.preconditionCurrent()
        guard !statements.isEmpty else { return [] }
        try PostgresConnection.check(statements)
        guard !isClosed else { throw .notConnected("closed") }
        let ticket = Ticket(
            statements, effect: effect, since: loop.now,
            deadline: loop.deadline(after: patience ?? configuration.deadline), isPooled: true, asOf: asOf)
        guard !isOutdated(ticket) else { throw .notConnected(Self.openedAnew) }
        if waiting.isEmpty, let slot = bestSlot(), let connection = slot.connection {
            connection.take(ticket)
        } else {
            guard waiting.count < configuration.queueLimit else { throw .busy }
            waiting.append(ticket)
            armSweep()
        }
        return try await ticket.outcome(on: loop) { [weak self] in self?.giveUp(ticket) }
    }

    /// Performs one statement, and returns its rows.
    public func perform(
        _ statement: Statement, effect: Effect = .writes, within patience: Duration? = nil
    ) async throws(PostgresError) -> Rows {
        try await perform([statement], effect: effect, within: patience).first ?? .none
    }

    private func giveUp(_ ticket: Ticket) {
        guard !ticket.isAnswered else { return }
        if let index = waiting.firstIndex(where: { $0 === ticket }) {
            waiting.remove(at: index)
            ticket.fail(.cancelled)
            return
        }
        for slot in slots { slot.connection?.giveUpIfHeld(ticket, .task) }
    }

    /// Closes the pool: waits for the answers to all statements that were sent, and closes the connections. Database
    /// calls that were not sent fail.
    public func close() async {
        loop.preconditionCurrent()
        isClosed = true
        sweep?.cancel()
        sweep = nil
        finishArrivals(.failure(.notConnected("closed")))
        for claim in claims { claim.fail(.notConnected("closed")) }
        claims = []
        for ticket in waiting { ticket.fail(.notConnected("closed")) }
        waiting = []
        for slot in slots { slot.giveUp() }
        for slot in slots { await slot.close() }
    }

    /// The state of a pool, for metrics and for the server's readiness.
    public struct Status: Sendable, Hashable {
        public let connections: Int
        public let connected: Int
        /// The number of connections lent to callers of `withConnection`.
        public let lent: Int
        public let inFlight: Int
        public let waiting: Int
    }

    public var status: Status {
        loop.preconditionCurrent()
        return Status(
            connections: slots.count, connected: slots.count { $0.connection != nil },
            lent: slots.count { $0.isLent }, inFlight: slots.reduce(0) { $0 + ($1.connection?.inFlight ?? 0) },
            waiting: waiting.count)
    }
}
