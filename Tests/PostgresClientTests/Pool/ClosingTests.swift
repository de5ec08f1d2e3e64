import EventLoop
import PostgresClient
import SQL
import TestSupport
import Testing

/// Tests that pools and listeners end their sessions if they are closed at any moment of connecting and their event
/// loop stops directly afterwards.
@Suite(.database) struct ClosingTests {
    @Test(.timeLimit(.minutes(30)))
    func `closing a connection pool ends all of its sessions on PostgreSQL`() async throws {
        try await Self.closeAtEveryPoint { loop, configuration, pause in
            let pool = PostgresPool(configuration, connections: 4, on: loop)
            try await loop.sleep(for: pause)
            await pool.close()
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `closing a listener for notifications ends its session on PostgreSQL`() async throws {
        try await Self.closeAtEveryPoint { loop, configuration, pause in
            let listeners = (0..<4).map { _ in
                PostgresListener(configuration, channels: [Identifier("news")], on: loop) { _ in }
            }
            try await loop.sleep(for: pause)
            for listener in listeners { await listener.close() }
        }
    }

    /// Runs `body` 150 times, each time with another pause after which `body` must close its connections. Expects that
    /// all sessions end. The configuration also sets the session's role, which is the last step of connecting.
    private static func closeAtEveryPoint(
        _ body: @escaping @Sendable (EventLoop, PostgresConfiguration, Duration) async throws -> Void
    ) async throws {
        let database = try TestDatabase.current
        let role = try await database.withConnection { try await $0.perform("SELECT current_user").only.text(0) }
        let configuration = database.configuration {
            $0.applicationName = "closing"
            $0.role = role
        }
        for attempt in 0..<150 {
            let loop = try EventLoop(name: "closing")
            try await loop.run { try await body(loop, configuration, .microseconds(attempt * 120)) }
            await loop.stop()
        }
        try await database.withConnection { keeper in
            // PostgreSQL notices after a moment that a client has disconnected.
            for _ in 0..<200 {
                let sessions = try await keeper.perform(
                    """
                    SELECT count(*) FROM pg_stat_activity
                    WHERE application_name = 'closing' AND datname = current_database()
                    """)
                if try sessions.only.int(0) == 0 { return }
                try await keeper.loop.sleep(for: .milliseconds(50))
            }
            Issue.record("a session is left")
        }
    }
}
