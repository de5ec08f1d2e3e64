import EventLoop
import PostgresClient
import SQL
import Testing
import TestSupport

/// Tests that a process notices that it no longer receives notifications, although its connection seems to be open.
@Suite(.database) struct HearingTests {
    /// Runs `body` with a listener behind a TCP proxy, its proof of hearing, and its events.
    private func withListener(
        _ body:
            @escaping @Sendable (SocketProxy, Hearing, AsyncStream<PostgresListener.Event>) async throws -> Void
    ) async throws {
        let network = try await TestServer.shared.network(tcp: true)
        defer { network.close() }
        let database = try TestDatabase.current.name
        try await EventLoop.with { loop in
            let (events, continuation) = AsyncStream.makeStream(of: PostgresListener.Event.self)
            let hearing = Hearing()
            let listener = PostgresListener(
                PostgresConfiguration(
                    conninfo: network.conninfo(database: database), applicationName: "dead listener"),
                channels: [Identifier("news")], on: loop, hearing: hearing
            ) { continuation.yield($0) }
            let result: Result<Void, any Error>
            do { result = .success(try await body(network, hearing, events)) } catch { result = .failure(error) }
            await listener.close()
            try result.get()
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a listener whose packets are dropped without a sign connects again, and hears nothing for at most 3 seconds`()
        async throws
    {
        try await withListener { network, hearing, events in
            var turns = events.makeAsyncIterator()
            #expect(await turns.next() == .connected)
            #expect(!hearing.isLost)
            let since = ContinuousClock.now
            network.swallowOpen()
            // The proof ends by itself, before or when the connection is given up.
            while !hearing.isLost { await Task.yield() }
            #expect(ContinuousClock.now - since < Hearing.longest + .milliseconds(500))
            #expect(await turns.next() == .disconnected)
            #expect(await turns.next() == .connected)
            #expect(!hearing.isLost)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `the proof of a connection that works never ends`() async throws {
        try await withListener { _, hearing, events in
            var turns = events.makeAsyncIterator()
            #expect(await turns.next() == .connected)
            let end = ContinuousClock.now + Hearing.longest + .seconds(1)
            while ContinuousClock.now < end {
                try #require(!hearing.isLost)
                await Task.yield()
            }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `PostgreSQL ends the session of a dead listening connection by itself`() async throws {
        let database = try TestDatabase.current
        try await withListener { network, _, events in
            var turns = events.makeAsyncIterator()
            #expect(await turns.next() == .connected)
            network.swallowOpen()
            #expect(await turns.next() == .disconnected)
            #expect(await turns.next() == .connected)
            try await database.withConnection { connection in
                // The proxy forwards nothing, so only PostgreSQL's own limit can end the first session.
                try await until {
                    let rows = try await connection.perform(
                        """
                        SELECT count(*) FROM pg_stat_activity
                        WHERE datname = current_database() AND application_name = 'dead listener'
                        """, effect: .reads)
                    return try rows.only.int(0) == 1
                }
            }
        }
    }
}
