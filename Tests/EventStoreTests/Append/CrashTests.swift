import EventLoop
import EventSourcing
import EventStore
import Identifiers
import Migrations
import PostgresClient
import Projections
import SQL
import Synchronization
import TestSupport
import Testing
import Theatre

@Suite struct `A killed PostgreSQL` {
    @Test(.timeLimit(.minutes(30)))
    func `after PostgreSQL was killed, the feed has one event for each acknowledged command, and no other event`()
        async throws
    {
        let postgres = try await PrivatePostgres.dedicated(.durable)
        defer { postgres.remove() }
        let conninfo = postgres.conninfo()
        _ = try await withLoop { loop in
            try await Migrator(Migration.theatre).run(PostgresConfiguration(conninfo: conninfo), on: loop)
        }
        try await TheatreProcess.run(loops: 2, conninfo: conninfo) { process in
            let tally = Tally()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<16 {
                    group.addTask { await bookUntilStopped(process.houses[worker % 2], worker, tally) }
                }
                for round in 1...4 {
                    await tally.acknowledgements(round * 300)
                    try await postgres.kill9()
                    try await postgres.start()
                }
                await tally.acknowledgements(5 * 300)
                tally.stop()
                try await group.waitForAll()
            }

            // Each command was sent again until it was answered, so there is exactly one event for each command's id.
            let ids = try await process.house.query("SELECT command_id, count(*) FROM event GROUP BY command_id")
            #expect(try ids.allSatisfy { try $0.int64(1) == 1 })
            #expect(Set(try ids.map { try $0.uuid(0) }) == tally.acknowledged)
            let feed = try await process.house.query(
                "SELECT last_position, (SELECT count(*) FROM event) FROM clinic_feed"
            ).only
            #expect(try feed.int64(0) == feed.int64(1))
        }
        let differences = try await withLoop { loop in
            try await Verification<TheatreEvent>(.theatre, keys: .theatre())
                .run(PostgresConfiguration(conninfo: conninfo), on: loop).differences
        }
        #expect(differences == [])
    }
}

/// Books one seat after another until the test stops. A command that fails is sent again with the same id until it
/// succeeds.
private func bookUntilStopped(_ house: TheatreProcess.House, _ worker: Int, _ tally: Tally) async {
    var number = 0
    while !tally.isStopped {
        number += 1
        let id = UUIDBytes(high: UInt64(worker), low: UInt64(number))
        let booking = BookBlindly(show: "show \(worker)", seat: number, guest: "guest \(number)")
        while true {
            switch await house.verdict(booking, id: id) {
            case .success: tally.acknowledge(id)
            case .failure:
                try? await house.loop.run { try await house.loop.sleep(for: .milliseconds(20)) }
                continue
            }
            break
        }
    }
}

/// The ids of acknowledged commands. A task can wait for a number of them.
private final class Tally: Sendable {
    private struct State {
        var acknowledged: Set<UUIDBytes> = []
        var isStopped = false
        var waiting: (count: Int, CheckedContinuation<Void, Never>)?
    }

    private let state = Mutex(State())

    var acknowledged: Set<UUIDBytes> { state.withLock { $0.acknowledged } }
    var isStopped: Bool { state.withLock { $0.isStopped } }

    func acknowledge(_ id: UUIDBytes) {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.acknowledged.insert(id)
            guard let (count, continuation) = state.waiting, state.acknowledged.count >= count else { return nil }
            state.waiting = nil
            return continuation
        }
        waiting?.resume()
    }

    func stop() { state.withLock { $0.isStopped = true } }

    func acknowledgements(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state -> Bool in
                if state.acknowledged.count >= count { return true }
                state.waiting = (count, continuation)
                return false
            }
            if isReached { continuation.resume() }
        }
    }
}
