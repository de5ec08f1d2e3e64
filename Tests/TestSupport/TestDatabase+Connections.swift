public import EventLoop
public import PostgresClient
import SQL

extension EventLoop {
    /// Runs `body` with a new event loop, which is stopped afterwards.
    public static func with<T: Sendable>(
        _ body: @escaping @Sendable (EventLoop) async throws -> T
    ) async throws -> T {
        let loop = try EventLoop(name: "test")
        do {
            let value = try await loop.run { try await body(loop) }
            await loop.stop()
            return value
        } catch {
            await loop.stop()
            throw error
        }
    }
}

extension PostgresConfiguration {
    /// A configuration with long timeouts, since the machine is slow while hundreds of tests share it.
    static func patient(_ conninfo: String) -> PostgresConfiguration {
        PostgresConfiguration(
            conninfo: conninfo, connectTimeout: .seconds(60), statementTimeout: .seconds(120), deadline: .seconds(180),
            cancelGrace: .seconds(120))
    }
}

extension TestDatabase {
    /// A configuration of connections to the test's database with a superuser's role.
    public func configuration(
        _ change: (inout PostgresConfiguration) -> Void = { _ in }
    ) -> PostgresConfiguration {
        var configuration = PostgresConfiguration.patient(conninfo)
        change(&configuration)
        return configuration
    }

    /// Runs `body` with a connection on a new event loop.
    public func withConnection<T: Sendable>(
        _ configuration: PostgresConfiguration? = nil,
        _ body: @escaping @Sendable (PostgresConnection) async throws -> T
    ) async throws -> T {
        let configuration = configuration ?? self.configuration()
        return try await EventLoop.with { loop in
            let connection = try await PostgresConnection.connect(configuration, on: loop)
            defer { connection.close() }
            return try await body(connection)
        }
    }

    /// Runs `body` with a connected pool on a new event loop.
    public func withPool<T: Sendable>(
        connections: Int = 2, _ configuration: PostgresConfiguration? = nil,
        _ body: @escaping @Sendable (PostgresPool) async throws -> T
    ) async throws -> T {
        let configuration = configuration ?? self.configuration()
        return try await EventLoop.with { loop in
            let pool = PostgresPool(configuration, connections: connections, on: loop)
            try await pool.ready()
            do {
                let value = try await body(pool)
                await pool.close()
                return value
            } catch {
                await pool.close()
                throw error
            }
        }
    }
}

extension EventLoop {
    /// Waits until the event loop has run all jobs that are queued now.
    ///
    /// - Throws: `CancellationError`, so that a test that waits in vain ends at its time limit.
    public func turn() async throws {
        try Task.checkCancellation()
        await withCheckedContinuation { continuation in execute { continuation.resume() } }
    }

    /// Waits for a hundred iterations of the loop, so that tasks that were just started reach the point at which they
    /// wait for something outside of the loop. A task needs one iteration for each of its jobs.
    public func settle() async throws {
        for _ in 0..<100 { try await turn() }
    }
}

extension PostgresConnection {
    /// Waits until `count` sessions of the connection's database wait for a lock.
    public func sessionsWaiting(_ count: Int) async throws {
        try await until { try await waitingSessions() >= count }
    }

    /// The number of sessions of the connection's database that wait for a lock.
    func waitingSessions() async throws -> Int {
        let statements: [Statement] = [
            // The statement lets the next query see the present sessions. Otherwise PostgreSQL keeps showing
            // `pg_stat_activity` inside a transaction as it was at the first look.
            "SELECT pg_stat_clear_snapshot()",
            """
            SELECT count(*) FROM pg_stat_activity
            WHERE wait_event_type = 'Lock' AND datname = current_database()
            """,
        ]
        return try await perform(statements, effect: .reads)[1].only.int(0)
    }
}
