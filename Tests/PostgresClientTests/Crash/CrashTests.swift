import EventLoop
import PostgresClient
import SQL
import TestSupport
import Testing

@Suite(.serialized) struct CrashTests {
    /// The number of requests that the pool sends at once on its two connections. Further requests wait in the pool.
    static let sent = 32
    static let asked = 60

    static let suiteServer = SuiteServer(.durable)

    /// Runs `body` with a PostgreSQL server that `body` may kill, the connection string of a database on that server,
    /// and a pool.
    static func withServer(
        _ change: @escaping @Sendable (inout PostgresConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (PrivatePostgres, String, PostgresPool) async throws -> Void
    ) async throws {
        try await EventLoop.with { loop in
            let (server, database) = try await suiteServer.makeDatabase(on: loop)
            let conninfo = server.conninfo(database: database)
            var configuration = PostgresConfiguration(conninfo: conninfo, window: sent / 2)
            change(&configuration)
            let pool = PostgresPool(configuration, connections: 2, on: loop)
            await pool.served()
            try await pool.isComplete()
            _ = try await pool.perform(Ledger.table)
            try await body(server, conninfo, pool)
            await pool.close()
        }
    }

    /// Fills both connections and the pool's queue with requests, and runs `then` while the first two requests wait for
    /// a lock. Returns the outcomes of all requests.
    static func fill(
        _ pool: PostgresPool, _ conninfo: String, then: () async throws -> Void
    ) async throws -> Ledger {
        try await pool.withKeeper(PostgresConfiguration(conninfo: conninfo)) { keeper in
            try await keeper.lock(1)
            let requests = (0..<asked).map { number in
                pool.loop.task { await Ledger.ask(pool, number, behind: number < 2 ? 1 : nil) }
            }
            try await keeper.sessionsWaiting(2)
            #expect(pool.status.inFlight == sent)
            #expect(pool.status.waiting == asked - sent)
            try await then()
            return await Ledger(requests)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `when PostgreSQL is killed, sent writes have an unknown outcome, and other requests fail as not connected`()
        async throws
    {
        try await Self.withServer {
            $0.connectTimeout = .seconds(1)
            $0.deadline = .seconds(3600)
        } _: { server, conninfo, pool in
            let ledger = try await Self.fill(pool, conninfo) { try await server.kill9() }
            for entry in ledger.entries {
                if entry.isWrite, entry.number < Self.sent {
                    #expect(entry.outcome == .failure(.outcomeUnknown), "\(entry.number)")
                } else {
                    #expect(entry.outcome.isNotConnected, "\(entry.number)")
                }
            }
            try await server.start()
            await pool.served()
            try await #expect(pool.perform("SELECT count(*) FROM ledger").only.int(0) == 0)
            try await pool.withConnection { try await ledger.check($0) }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `after a restart of PostgreSQL, the connection pool sends unsent statements and repeats reads`() async throws {
        try await Self.withServer {
            $0.connectTimeout = .seconds(3600)
            $0.deadline = .seconds(3600)
        } _: { server, conninfo, pool in
            let ledger = try await Self.fill(pool, conninfo) {
                try await server.kill9()
                try await server.start()
            }
            for entry in ledger.entries {
                let isLost = entry.isWrite && entry.number < Self.sent
                #expect(entry.outcome == (isLost ? .failure(.outcomeUnknown) : .success(entry.number)))
            }
            try await pool.withConnection { try await ledger.check($0) }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `no caller gets a false answer when PostgreSQL is killed and restarted under load`() async throws {
        try await Self.withServer {
            $0.connectTimeout = .seconds(3600)
            $0.deadline = .seconds(3600)
        } _: { server, _, pool in
            var ledger = Ledger()
            for round in 0..<3 {
                let answers = Countdown(round * 70 + 30)
                let workers = (0..<8).map { worker in
                    pool.loop.task {
                        var entries: [Ledger.Entry] = []
                        while !answers.isOver {
                            let number = (round * 8 + worker) * 100_000 + entries.count
                            entries.append(await Ledger.ask(pool, number))
                            answers.count()
                        }
                        entries.append(await Ledger.ask(pool, (round * 8 + worker) * 100_000 + entries.count))
                        return entries
                    }
                }
                await answers.over()
                try await server.kill9()
                try await server.start()
                for worker in workers { for entry in await worker.value { ledger.add(entry) } }
            }
            try await pool.withConnection { try await ledger.check($0) }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a listener for notifications survives a restart of PostgreSQL`() async throws {
        try await Self.withServer { server, conninfo, _ in
            try await ListenTests.withListener(conninfo, [Identifier("news")]) { _, events in
                #expect(await events.next() == .connected)
                try await server.kill9()
                #expect(await events.next() == .disconnected)
                try await server.start()
                #expect(await events.next() == .connected)
            }
        }
    }
}

/// A counter on one event loop. One task can wait until it reaches zero.
final class Countdown {
    private var left: Int
    private var waiting: CheckedContinuation<Void, Never>?

    init(_ count: Int) { left = count }

    var isOver: Bool { left <= 0 }

    func count() {
        left -= 1
        guard isOver else { return }
        waiting?.resume()
        waiting = nil
    }

    func over() async {
        await withCheckedContinuation { continuation in
            if isOver { continuation.resume() } else { waiting = continuation }
        }
    }
}
