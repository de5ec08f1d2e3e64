import EventLoop
import Logging

/// One of a pool's connections, or the attempt to open it.
final class PoolSlot {
    let number: Int
    private unowned let pool: PostgresPool
    private(set) var connection: PostgresConnection?
    /// Whether the pool has lent the connection to one caller exclusively.
    var isLent = false
    /// Whether the pool gives the connection no more database calls until it is idle, since a caller waits for
    /// exclusive use.
    var isReserved = false
    private var backoff = Backoff()
    private var attempt: Task<Void, Never>?
    private var retry: Deadline?
    private var since = MonotonicTime(milliseconds: 0)
    private var isClosed = false

    init(number: Int, pool: PostgresPool) {
        self.number = number
        self.pool = pool
    }

    var isShared: Bool { !isLent && !isReserved }

    func connect() {
        guard !isClosed, connection == nil else { return }
        let pool = pool
        attempt = pool.loop.task { [self] in
            guard !isClosed else { return }
            do throws(PostgresError) {
                let opened = try await PostgresConnection.connect(pool.configuration, on: pool.loop)
                arrived(opened, in: pool)
            } catch {
                failed(error, in: pool)
            }
        }
    }

    private func arrived(_ opened: PostgresConnection, in pool: PostgresPool) {
        guard !isClosed else { return opened.close() }
        guard opened.isOpen else { return failed(.notConnected(opened.closedReason), in: pool) }
        connection = opened
        since = pool.loop.now
        opened.onRoom = { [unowned pool] in pool.pump() }
        opened.onRetry = { [unowned pool] in pool.takeBack($0) }
        opened.onClosed = { [weak self, unowned pool] reason in self?.lost(reason, in: pool) }
        pool.logger.debug("connected", metadata: ["connection": "\(number)", "backend": "\(opened.backendPID)"])
        pool.tellOpened()
        pool.finishArrivals(.success(()))
        pool.pump()
    }

    private func lost(_ reason: String, in pool: PostgresPool) {
        connection = nil
        isReserved = false
        guard !isClosed else { return }
        if pool.isDown { pool.downSince = pool.loop.now }
        pool.hasMissedOne = true
        pool.lastFailure = .notConnected(reason)
        pool.logger.warning("connection lost", metadata: ["connection": "\(number)", "reason": "\(reason)"])
        // After a loss, the pool connects again immediately: if PostgreSQL ended only this session, it accepts the next
        // one. A session that ended within two seconds is treated as a failed attempt, after which there is a pause.
        if pool.loop.now - since < .seconds(2) { return failed(.notConnected(reason), in: pool) }
        backoff.reset()
        connect()
    }

    private func failed(_ error: PostgresError, in pool: PostgresPool) {
        guard !isClosed else { return }
        pool.hasMissedOne = true
        // After any of these errors the pool's callers have no connection. Only a refused role is told apart, since a
        // person has to grant it.
        pool.lastFailure =
            switch error {
            case .notConnected, .roleRefused: error
            default: .notConnected("\(error)")
            }
        var random = SystemRandomNumberGenerator()
        let pause = backoff.next(using: &random)
        pool.logger.log(
            level: backoff.attempts == 1 ? .warning : .debug, "cannot connect",
            metadata: ["connection": "\(number)", "reason": "\(error)", "next": "\(pause)"])
        retry = pool.loop.schedule(after: pause) { [weak self] in self?.connect() }
    }

    /// Stops the attempts to open the pool's connection.
    func giveUp() {
        isClosed = true
        attempt?.cancel()
        retry?.cancel()
    }

    /// Closes the pool's connection once all statements that were sent on it are answered. `giveUp` must be called
    /// before.
    func close() async {
        await connection?.drain()
        connection?.close()
        connection = nil
        // If the loop stopped during an attempt to connect, the session would stay open in PostgreSQL. So a running
        // attempt is awaited.
        await attempt?.value
    }
}
