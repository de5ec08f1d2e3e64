import Clinic
import EventLoop
import EventSourcing
import EventStore
import Identifiers
import Logging
import PostgresClient
import SQL

/// Tests every three seconds, by small writes, whether the database accepts writes in all tablespaces of an append. It
/// uses its own connection, so the result does not depend on reads or on the queues of other connections.
///
/// While the server's own appends fail because PostgreSQL cannot store them, each heartbeat also probes an append that
/// it rolls back.
final class Heartbeat {
    private let loop: EventLoop
    private let pool: PostgresPool
    private let health: WriteHealth
    private let storage: StorageHealth
    private let server: UUIDBytes
    private let logger: Logger
    private var next: Deadline?
    private var isStopped = false
    /// The tablespaces in which heartbeats prove nothing, as the last heartbeat found them.
    private var unproved: [String] = []

    private static let every = Duration.seconds(3)
    /// The interval of heartbeats after a failed one, until the database is considered to accept writes again.
    private static let soon = Duration.seconds(1)
    private static let patience = Duration.seconds(2)

    init(on loop: EventLoop, _ database: String, _ health: WriteHealth, _ storage: StorageHealth, _ logger: Logger) {
        self.loop = loop
        self.health = health
        self.storage = storage
        self.logger = logger
        server = UUIDBytes.version7(at: .now)
        pool = PostgresPool(
            PostgresConfiguration(
                conninfo: database, role: DatabaseRole.server, applicationName: "chairside heartbeat",
                statementTimeout: Self.patience),
            connections: 1, on: loop)
    }

    /// Sends the first heartbeat, waits for its result, and schedules the next one.
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
            let results = try await pool.perform(Self.beat(of: server), within: Self.patience)
            try tell(unproved: results[Self.growth].first?.texts(0) ?? [])
            beat = .proved
        } catch {
            reason = "\(error)"
            beat =
                switch error {
                case .server(let error) where !error.isFatal: .refused
                case .roleRefused: .roleRefused
                default: .unanswered
                }
        }
        health.note(beat)
        tell(before, reason)
        if storage.isFailing, beat == .proved { await probeAppend() }
        guard !isStopped else { return }
        let isSettled = beat == .proved && health.verdict == .proved && !storage.isFailing
        next = loop.schedule(after: isSettled ? Self.every : Self.soon) { [weak self] in
            guard let self else { return }
            loop.task { await self.beat() }
        }
    }

    /// Finds out whether the database can store appends again, although no append is being made.
    private func probeAppend() async {
        do {
            try await StorageProbe.run(on: pool)
            storage.stored()
        } catch { logger.debug("the database still cannot store appends", metadata: ["reason": "\(error)"]) }
    }

    private func tell(_ before: WriteHealth.Beat, _ reason: String?) {
        guard health.verdict != before else { return }
        if health.verdict == .proved {
            logger.notice("the database accepts writes")
        } else {
            logger.error("the database accepts no writes", metadata: ["reason": "\(reason ?? "")"])
        }
    }

    private func tell(unproved now: [String]) {
        guard now != unproved else { return }
        unproved = now
        guard !now.isEmpty else { return }
        logger.warning(
            """
            heartbeats cannot prove writes in a tablespace, so a full one is noticed only by a failed append: \
            grant the owner of the tables CREATE on it
            """, metadata: ["tablespaces": "\(now.joined(separator: ", "))"])
    }

    /// The statements of a heartbeat. They record its time for this server, and delete old heartbeats. They also write
    /// new pages in each tablespace with tables of an append, since an append may need a new page too. So a full disk is
    /// detected.
    private static func beat(of server: UUIDBytes) -> [Statement] {
        [
            "SELECT set_config('lock_timeout', '1s', true)",
            "SELECT prove_growth(\(tables))",
            """
            INSERT INTO server_heartbeat (server, beaten_at) VALUES (\(server), now())
            ON CONFLICT (server) DO UPDATE SET beaten_at = EXCLUDED.beaten_at
            """,
            "DELETE FROM server_heartbeat WHERE beaten_at < now() - interval '1 day'",
        ]
    }

    /// The place of the statement that proves the growth of tables among the statements of a heartbeat.
    private static let growth = 1

    /// The names of the tables that an append writes: those of the event store and of the inline projections.
    private static let tables =
        StorageProbe.tables + ClinicFeatures.projections.filter { $0.time == .inline }.map(\.table.name.description)
}
