import EventLoop
import EventStore
import PostgresClient
import Projections
import SQL
import TestSupport
import Testing
import Theatre

@Suite(.database(.theatre)) struct `Leases` {
    @Test func `servers share the leases for asynchronous projections and take over the leases of a stopped server`()
        async throws
    {
        let database = try TestDatabase.current
        try await AsyncProjectionDesk.run(3, database) { desks in
            let leases = desks.map(\.leases)
            #expect(try await leases[0].keep())
            #expect(leases[0].held.count == 16)
            #expect(try await !leases[1].keep())
            #expect(leases[1].held.isEmpty)
            #expect(try await !leases[0].keep())
            #expect(try await leases[1].keep())
            #expect(leases.map(\.held.count) == [8, 8, 0])
            #expect(Set(leases[0].held.keys).isDisjoint(with: leases[1].held.keys))

            for _ in 0..<2 { for leases in leases { _ = try await leases.keep() } }
            #expect(leases.map(\.held.count).reduce(0, +) == 16)
            #expect(leases.allSatisfy { (4...6).contains($0.held.count) })

            try await leases[0].giveUp()
            for _ in 0..<2 { for leases in leases.dropFirst() { _ = try await leases.keep() } }
            #expect(leases.map(\.held.count) == [0, 8, 8])
        }
    }

    @Test func `a dead server's lease is taken over when it expires, and not before`() async throws {
        let database = try TestDatabase.current
        try await AsyncProjectionDesk.run(2, database) { desks in
            _ = try await desks[0].leases.keep()
            let before = try desks[0].lease()
            _ = try await desks[1].leases.keep()
            #expect(desks[1].leases.held.isEmpty)
            try await database.leasesRunOut()
            try await database.run("UPDATE behind_node SET expires_at = now() WHERE true")
            _ = try await desks[1].leases.keep()
            #expect(desks[1].leases.held.count == 16)
            #expect(try desks[1].lease().token == before.token + 1)
        }
    }

    @Test func `an expired lease is acquired again with a new fencing token, not renewed`() async throws {
        let database = try TestDatabase.current
        try await AsyncProjectionDesk.run(1, database) { desks in
            _ = try await desks[0].leases.keep()
            let before = try desks[0].lease()
            try await database.leasesRunOut()
            #expect(try await desks[0].leases.keep())
            #expect(try desks[0].lease().token == before.token + 1)
        }
    }

    @Test func `an expired lease permits no write, even if no other server has acquired it`() async throws {
        let database = try TestDatabase.current
        try await AsyncProjectionDesk.run(1, database) { desks in
            _ = try await desks[0].leases.keep()
            let lease = try desks[0].lease()
            try await database.leasesRunOut()
            try await database.withConnection { connection in
                let error = await #expect(throws: PostgresError.self) {
                    try await connection.perform(
                        "SELECT prove_lease(\(lease.part.name), \(lease.part.slice), \(lease.token))")
                }
                #expect(error?.isLeaseLost == true)
            }
        }
    }

    @Test func `until a transaction that checked a lease ends, the lease can be renewed but not taken over`()
        async throws
    {
        let database = try TestDatabase.current
        try await AsyncProjectionDesk.run(2, database) { desks in
            _ = try await desks[0].leases.keep()
            let lease = try desks[0].lease()
            let bound = desks.map { LoopBound($0, on: $0.pool.loop) }
            try await database.withConnection { connection in
                _ = try await connection.perform("BEGIN")
                _ = try await connection.perform(
                    "SELECT prove_lease(\(lease.part.name), \(lease.part.slice), \(lease.token))")
                let kept = try await bound[0].run { desk in
                    _ = try await desk.leases.keep()
                    return try desk.lease()
                }
                #expect(kept == lease)

                try await database.leasesRunOut()
                try await database.run("UPDATE behind_node SET expires_at = now() WHERE true")
                let taken = try await bound[1].run { desk in
                    _ = try await desk.leases.keep()
                    return desk.leases.held
                }
                #expect(taken.count == 15)
                #expect(taken[lease.part] == nil)
                _ = try await connection.perform("ROLLBACK")
            }
            _ = try await desks[1].leases.keep()
            #expect(try desks[1].lease().token == lease.token + 1)
        }
    }
}
