import EventLoop
import EventSourcing
import Identifiers
import Logging
import PostgresClient
import SQL

/// Proves every few seconds that the database accepts writes. It uses its own connection, so the result does not depend
/// on reads or on the queues of other connections.
final class Heartbeat {
    private let loop: EventLoop
    private let pool: PostgresPool
    private let health: WriteHealth
    private let server: UUIDBytes
    private let logger: Logger
    private var next: Deadline?
    private var isStopped = false

    private static let every = Duration.seconds(3)
    /// The interval of heartbeats after a failed one, until the database is considered to accept writes again.
    private static let soon = Duration.seconds(1)
    private static let patience = Duration.seconds(2)

    init(on loop: EventLoop, _ database: String, _ health: WriteHealth, _ logger: Logger) {
        self.loop = loop
        self.health = health
        self.logger = logger
        server = UUIDBytes.version7(at: .now)
        pool = PostgresPool(
            PostgresConfiguration(
                conninfo: database, role: DatabaseRole.server, applicationName: "chairside heartbeat",
                statementTimeout: Self.patience),
            connections: 1, on: loop)
    }

    /// Waits for the first heartbeat.
    func start() async { await beat() }

    func stop() async {
        isStopped = true
        next?.cancel()
        await pool.close()
    }

    private func beat() async {
        let before = health.verdict
        var reason: String?
        let beat: WriteHealth.Beat
        do throws(PostgresError) {
            _ = try await pool.perform(Self.beat(of: server), within: Self.patience)
            beat = .proved
        } catch {
            reason = "\(error)"
            if case .server(let error) = error, !error.isFatal { beat = .refused } else { beat = .unanswered }
        }
        health.note(beat)
        tell(before, reason)
        guard !isStopped else { return }
        let isSettled = beat == .proved && health.verdict == .proved
        next = loop.schedule(after: isSettled ? Self.every : Self.soon) { [weak self] in
            guard let self else { return }
            loop.task { await self.beat() }
        }
    }

    private func tell(_ before: WriteHealth.Beat, _ reason: String?) {
        guard health.verdict != before else { return }
        if health.verdict == .proved {
            logger.notice("the database accepts writes")
        } else {
            logger.error("the database accepts no writes", metadata: ["reason": "\(reason ?? "")"])
        }
    }

    /// The statements of a heartbeat. They record its time for this server, and delete old heartbeats. They also add a
    /// page to the table `write_probe`, since an append may need a new page too. So a full disk is detected.
    private static func beat(of server: UUIDBytes) -> [Statement] {
        [
            "SELECT set_config('lock_timeout', '1s', true)",
            "TRUNCATE write_probe",
            "INSERT INTO write_probe (probe) VALUES (true)",
            """
            INSERT INTO server_heartbeat (server, beaten_at) VALUES (\(server), now())
            ON CONFLICT (server) DO UPDATE SET beaten_at = EXCLUDED.beaten_at
            """,
            "DELETE FROM server_heartbeat WHERE beaten_at < now() - interval '1 day'",
        ]
    }
}
