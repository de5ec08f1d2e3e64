import EventLoop
import PostgresClient
import SQL
import TestSupport
import Testing

@Suite(.database) struct ClosingTests {
    /// At any point of connecting; what is asked for the role is the last.
    @Test(.timeLimit(.minutes(10)))
    func `a pool that is closed while it connects leaves no session when its loop has stopped`() async throws {
        let database = try TestDatabase.current
        let role = try await database.withConnection { try await $0.perform("SELECT current_user").only.text(0) }
        let configuration = database.configuration {
            $0.applicationName = "closing"
            $0.role = role
        }
        for attempt in 0..<60 {
            let loop = try EventLoop(name: "closing")
            try await loop.run {
                let pool = PostgresPool(configuration, connections: 4, on: loop)
                try await loop.sleep(for: .microseconds(attempt * 300))
                await pool.close()
            }
            await loop.stop()
        }
        try await database.withConnection { keeper in
            // PostgreSQL takes a moment to see that a client has gone.
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
