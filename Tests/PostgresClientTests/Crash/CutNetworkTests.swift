import EventLoop
import PostgresClient
import SQL
import TestSupport
import Testing

@Suite(.serialized) struct CutNetworkTests {
    static let suiteServer = SuiteServer(.throwaway)

    /// Two configurations for a database: a direct one, and one through a network that tests can cut.
    struct Way: Sendable {
        let direct: PostgresConfiguration
        let network: SocketProxy
        let throughNetwork: PostgresConfiguration

        func throughNetwork(_ change: (inout PostgresConfiguration) -> Void) -> PostgresConfiguration {
            var configuration = throughNetwork
            change(&configuration)
            return configuration
        }
    }

    static func withNetwork(_ body: @escaping @Sendable (EventLoop, Way) async throws -> Void) async throws {
        try await EventLoop.with { loop in
            let (server, database) = try await suiteServer.makeDatabase(on: loop)
            let network = try SocketProxy(to: server)
            defer { network.close() }
            let way = Way(
                direct: PostgresConfiguration(conninfo: server.conninfo(database: database)), network: network,
                throughNetwork: PostgresConfiguration(conninfo: network.conninfo(database: database)))
            try await body(loop, way)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `wherever a PostgreSQL connection is cut, no caller gets a false answer about its statement`()
        async throws
    {
        try await Self.withNetwork { loop, way in
            let observer = try await PostgresConnection.connect(way.direct, on: loop)
            defer { observer.close() }
            _ = try await observer.perform(Ledger.table)
            var random = SplitMix(state: 11)
            var ledger = Ledger()
            way.network.split(atMost: 700)
            for round in 0..<30 {
                let configuration = way.throughNetwork {
                    $0.deadline = .seconds(3600)
                    $0.window = 8
                }
                let pool = PostgresPool(configuration, connections: 2, on: loop)
                await pool.served()
                way.network.cut(after: Int.random(in: 1...6000, using: &random))
                let requests = (0..<50).map { number in
                    loop.task { await Ledger.ask(pool, round * 1000 + number) }
                }
                for request in requests { ledger.add(await request.value) }
                way.network.cut(after: .max)
                await pool.close()
            }
            #expect(ledger.entries.contains { $0.outcome == .failure(.outcomeUnknown) })
            try await ledger.check(observer)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `if PostgreSQL stops answering, a sent write has an unknown outcome and other requests time out`() async throws
    {
        try await Self.withNetwork { loop, way in
            let configuration = way.throughNetwork {
                $0.connectTimeout = .seconds(1)
                $0.deadline = .milliseconds(300)
                $0.cancelGrace = .milliseconds(300)
                $0.window = 2
            }
            let pool = PostgresPool(configuration, connections: 1, on: loop)
            await pool.served()
            _ = try await pool.perform(Ledger.table)
            way.network.freeze()
            let ledger = await Ledger((0..<4).map { number in loop.task { await Ledger.ask(pool, number) } })
            for entry in ledger.entries {
                #expect(entry.outcome == .failure(entry.number == 0 ? .outcomeUnknown : .timedOut), "\(entry.number)")
            }
            way.network.thaw()
            await pool.served()
            await pool.close()
        }
    }

    @Test(.timeLimit(.minutes(30)), arguments: [true, false])
    func `a cancel request is repeated if it reached PostgreSQL before the statement that it cancels`(inPipeline: Bool)
        async throws
    {
        try await Self.withNetwork { loop, way in
            let connection = try await PostgresConnection.connect(way.throughNetwork, on: loop)
            defer { connection.close() }
            way.network.freezeOpen()
            let slow = loop.task {
                if inPipeline {
                    _ = try await connection.perform("SELECT pg_sleep(3600)")
                } else {
                    try await connection.run(script: "SELECT pg_sleep(3600)")
                }
            }
            try await loop.settle()
            slow.cancel()
            while way.network.endedByServer == 0 { try await loop.turn() }
            way.network.thaw()
            await #expect(throws: PostgresError.cancelled) { try await slow.value }
            #expect(connection.isOpen)
            try await #expect(connection.perform("SELECT 7").only.int(0) == 7)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `connecting to PostgreSQL fails when its task is cancelled, and at its time limit`() async throws {
        try await Self.withNetwork { loop, way in
            way.network.freeze()
            let patient = way.throughNetwork { $0.connectTimeout = .seconds(3600) }
            let attempt = loop.task {
                try await PostgresConnection.connect(patient, on: loop).close()
            }
            try await loop.settle()
            attempt.cancel()
            await #expect(throws: PostgresError.cancelled) { try await attempt.value }

            let impatient = way.throughNetwork { $0.connectTimeout = .milliseconds(100) }
            let late = await outcome { try await PostgresConnection.connect(impatient, on: loop).close() }
            #expect(late.error == .notConnected("the server did not answer in time"))
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a COPY whose connection is lost during the commit has an unknown outcome`() async throws {
        try await Self.withNetwork { loop, way in
            let keeper = try await PostgresConnection.connect(way.direct, on: loop)
            defer { keeper.close() }
            let connection = try await PostgresConnection.connect(way.throughNetwork, on: loop)
            defer { connection.close() }
            _ = try await keeper.perform(CopyTests.table)
            try await keeper.run(
                script: """
                    CREATE FUNCTION waiting() RETURNS trigger LANGUAGE plpgsql AS
                        'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END';
                    CREATE CONSTRAINT TRIGGER late AFTER INSERT ON line DEFERRABLE INITIALLY DEFERRED
                        FOR EACH ROW EXECUTE FUNCTION waiting();
                    """)
            try await keeper.lock(1)
            let copy = loop.task {
                var pieces = CopyTests.pieces(1).makeIterator()
                return try await connection.copyIn(CopyTests.fromStdin) { pieces.next() }
            }
            try await keeper.sessionsWaiting(1)
            way.network.cut()
            await #expect(throws: PostgresError.outcomeUnknown) { try await copy.value }
        }
    }
}
