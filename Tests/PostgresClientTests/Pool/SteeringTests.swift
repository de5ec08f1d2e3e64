import EventLoop
import PostgresClient
import SQL
import TestSupport
import Testing

@Suite(.database) struct SteeringTests {
    @Test(.timeLimit(.minutes(30)))
    func `the connection pool sends statements to connections that are not running a long statement`() async throws {
        let configuration = try TestDatabase.current.configuration()
        try await TestDatabase.current.withPool { pool in
            try await pool.isComplete()
            try await pool.withKeeper(configuration) { keeper in
                try await keeper.lock(1)
                let slow = pool.loop.task {
                    try await pool.perform("SELECT 7, pg_advisory_xact_lock(1)").only.int(0)
                }
                try await keeper.sessionsWaiting(1)
                // Wait until the running statement has lasted so long that the pool treats it as a long one.
                _ = try await keeper.perform("SELECT pg_sleep(0.05)")
                try await pool.askMany(100)
                #expect(pool.status.inFlight == 1)
                try await keeper.unlock(1)
                try await #expect(slow.value == 7)
            }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `the connection pool queues statements while all connections are busy, for the first free connection`()
        async throws
    {
        let configuration = try TestDatabase.current.configuration()
        try await TestDatabase.current.withPool { pool in
            try await pool.isComplete()
            try await pool.withKeeper(configuration) { keeper in
                try await keeper.lock(1)
                try await keeper.lock(2)
                let slow = [1, 2].map { number in
                    pool.loop.task {
                        try await pool.perform("SELECT \(number), pg_advisory_xact_lock(\(number))").only.int(0)
                    }
                }
                try await keeper.sessionsWaiting(2)
                _ = try await keeper.perform("SELECT pg_sleep(0.05)")
                let many = pool.loop.task { try await pool.askMany(100) }
                while pool.status.waiting < 100 { try await pool.loop.turn() }
                #expect(pool.status.inFlight == 2)
                try await keeper.unlock(2)
                try await many.value
                try await #expect(slow[1].value == 2)
                try await keeper.unlock(1)
                try await #expect(slow[0].value == 1)
            }
        }
    }
}

extension PostgresPool {
    /// Sends `count` statements at once and checks their answers.
    func askMany(_ count: Int) async throws {
        let requests = (0..<count).map { number in
            loop.task { try await self.perform("SELECT \(number)", effect: .reads).only.int(0) }
        }
        for (number, request) in requests.enumerated() { try await #expect(request.value == number) }
    }
}
