import EventLoop
import EventSourcing
import EventStore
import Identifiers
import SQL
import Synchronization
import TestSupport
import Testing

import PostgresClient
import Theatre

@Suite(.database(.theatre)) struct `Optimistic appends` {
    @Test func `successive appends to a feed are optimistic, except the first one`() async throws {
        try await TheatreProcess.run(TestDatabase.current, projections: .ticketsAlone) { process in
            for seat in 0..<10 { try await process.house.handle(BookSeat(show: "Lear", seat: seat, guest: "Ada")) }
            #expect(try await process.house.statistics.optimistic == 9)
            #expect(try await process.house.numbers("SELECT last_position FROM clinic_feed") == [10])
        }
    }

    @Test func `an append is not optimistic if it has to read a document`() async throws {
        try await TheatreProcess.run(TestDatabase.current) { process in
            for seat in 0..<3 { try await process.house.handle(BookSeat(show: "Lear", seat: seat, guest: "Ada")) }
            #expect(try await process.house.statistics.optimistic == 0)
        }
    }

    @Test func `exactly one of 200 bookings of a seat succeeds if two processes with two loops append optimistically`()
        async throws
    {
        let database = try TestDatabase.current
        try await TheatreProcess.run(loops: 2, database, projections: .ticketsAlone) { one in
            try await TheatreProcess.run(loops: 2, database, projections: .ticketsAlone) { other in
                let houses = one.houses + other.houses
                for house in houses { try await house.handle(BookSeat(show: "Hamlet", seat: 1, guest: "Ada")) }
                let verdicts = await allAtOnce(0..<200) { number in
                    await houses[number % 4].verdict(BookSeat(show: "Lear", seat: 1, guest: "guest \(number)"))
                }
                #expect(verdicts.count { $0.isSuccess } == 1)
                #expect(verdicts.count { $0.isRejected } == 199)
            }
        }
    }

    @Test func `optimistic and locking appends of two processes leave no gaps in positions and write each event once`()
        async throws
    {
        let database = try TestDatabase.current
        try await TheatreProcess.run(loops: 2, database, projections: .ticketsAlone) { one in
            try await TheatreProcess.run(loops: 2, database, projections: .ticketsAlone) { other in
                let houses = one.houses + other.houses
                let outcomes = await allAtOnce(0..<800) { number in
                    await houses[number % 4].verdict(
                        BookRow(show: "show \(number)", seats: 0..<(1 + number % 3), guest: "Ada"),
                        in: number % 2 == 0 ? .theatre : .otherTheatre, id: .command(number))
                }
                #expect(outcomes.allSatisfy { $0.isSuccess })
                let taken = outcomes.compactMap { try? $0.get().positions?.count }.reduce(0, +)
                let feeds = try await one.house.query(
                    """
                    SELECT f.last_position, count(*), min(e.position), max(e.position)
                    FROM clinic_feed f JOIN event e USING (clinic_id) GROUP BY f.clinic_id
                    """)
                var events = 0
                for feed in feeds {
                    #expect(try [feed.int64(1), feed.int64(3)] == [feed.int64(0), feed.int64(0)])
                    #expect(try feed.int64(2) == 1)
                    events += Int(try feed.int64(1))
                }
                #expect(events == taken)
            }
        }
    }

    /// The first process is not notified of the other process's event, so the cached states and the feed end that the
    /// first process knows are outdated.
    @Test func `a command whose optimistic append failed is decided again on the event of another process`()
        async throws
    {
        let database = try TestDatabase.current
        try await TheatreProcess.run(database, projections: .ticketsAlone) { one in
            try await TheatreProcess.run(database, projections: .ticketsAlone) { other in
                try await one.house.handle(BookSeat(show: "Lear", seat: 1, guest: "Ada"))
                // Run a command that is rejected, after which the process has cached that seat 2 of the show Lear is
                // free.
                #expect(await !one.house.verdict(ReleaseSeat(show: "Lear", seat: 2)).isSuccess)
                try await other.house.handle(BookSeat(show: "Lear", seat: 2, guest: "Bob"))
                let late = await one.house.verdict(BookSeat(show: "Lear", seat: 2, guest: "Ada"))
                #expect(late.isRejected(.seatTaken(by: "Bob")))
                #expect(try await one.house.statistics.overtaken == 1)
            }
        }
    }

    /// The process's own last append leaves a feed token, which identifies the feed's end but does not show that the
    /// process has read all events up to that end.
    @Test func `a command is decided again on another process's event that its cached state lacks`() async throws {
        let database = try TestDatabase.current
        try await TheatreProcess.run(database, projections: .ticketsAlone) { one in
            try await TheatreProcess.run(database, projections: .ticketsAlone) { other in
                try await one.house.handle(BookSeat(show: "Lear", seat: 1, guest: "Ada"))
                // Run a command that is rejected, after which the process has cached that one seat of the show Lear is
                // taken.
                #expect(await !one.house.verdict(BookAmongFew(show: "Lear", seat: 9, guest: "Ada", limit: 1)).isSuccess)
                try await other.house.handle(BookSeat(show: "Lear", seat: 2, guest: "Bob"))
                for seat in 0..<5 { try await one.house.handle(BookSeat(show: "Hamlet", seat: seat, guest: "Ada")) }
                let late = await one.house.verdict(BookAmongFew(show: "Lear", seat: 3, guest: "Ada", limit: 2))
                #expect(late.isRejected(.tooManySeats))
            }
        }
    }

    @Test func `a repeated command is replayed, even if its append can be optimistic`() async throws {
        try await TheatreProcess.run(TestDatabase.current, projections: .ticketsAlone) { process in
            let house = process.house
            try await house.handle(BookSeat(show: "Lear", seat: 1, guest: "Ada"))
            let first = try await house.handle(BookBlindly(show: "Lear", seat: 2, guest: "Bob"), id: .command(1))
            let again = try await house.handle(BookBlindly(show: "Lear", seat: 2, guest: "Bob"), id: .command(1))
            #expect(again.status == .replayed)
            #expect(again.positions == first.positions)
            #expect(try await house.numbers("SELECT count(*) FROM event") == [2])
        }
    }

    @Test func `all of 400 simultaneous commands of one process succeed, and no optimistic append fails`() async throws
    {
        try await TheatreProcess.run(TestDatabase.current, projections: .ticketsAlone) { process in
            let house = process.house
            for seat in 0..<100 { try await house.handle(BookSeat(show: "Lear", seat: seat, guest: "Ada")) }
            let verdicts = await allAtOnce(0..<400) { number in
                number % 4 == 0
                    ? await house.verdict(ReleaseSeat(show: "Lear", seat: number / 4))
                    : await house.verdict(BookSeat(show: "Hamlet", seat: number, guest: "Ada"))
            }
            #expect(verdicts.allSatisfy { $0.isSuccess })
            #expect(try await house.numbers("SELECT count(*) FROM ticket") == [300])
            #expect(try await house.numbers("SELECT last_position FROM clinic_feed") == [500])
            let statistics = try await house.statistics
            #expect(statistics.optimistic > 0)
            #expect(statistics.overtaken == 0)
        }
    }

    /// If the optimistic append of a batch fails, the append of the next batch in flight fails too, since it expects
    /// the feed end that the failed append would have written.
    @Test func `a command that the database refuses fails no other command of its batch or of the next batch`()
        async throws
    {
        try await TheatreProcess.run(TestDatabase.current, projections: .ticketsAlone) { process in
            let house = process.house
            for seat in 0..<5 {
                try await house.handle(BookSeat(show: "Lear", seat: seat * 20, guest: "Ada"))
            }
            let verdicts = await allAtOnce(0..<600) { number in
                number % 6 == 0
                    ? await house.verdict(BookBlindly(show: "Lear", seat: number / 6, guest: "guest \(number)"))
                    : await house.verdict(BookSeat(show: "Hamlet", seat: number, guest: "guest \(number)"))
            }
            #expect(verdicts.count { $0.isConflict } == 5)
            #expect(verdicts.count { $0.isSuccess } == 595)
            #expect(try await house.numbers("SELECT last_position FROM clinic_feed") == [600])
            #expect(try await house.numbers("SELECT count(*) FROM ticket") == [600])
        }
    }
}

/// The database refuses one of three commands, so all three are retried one by one. Before the second retry, another
/// batch is in flight.
@Suite(.database(.theatre)) struct `Commands retried one by one` {
    /// Creates a trigger that makes a session wait after it has inserted tickets, while another session holds
    /// PostgreSQL's advisory lock 1. Then acquires that lock.
    private static let hold: [Statement] = [
        """
        CREATE FUNCTION pass() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NULL; END $$
        """,
        "CREATE TRIGGER pass AFTER INSERT ON ticket FOR EACH STATEMENT EXECUTE FUNCTION pass()",
        "SELECT pg_advisory_lock(1)",
    ]

    @Test func `a command retried alone counts the seats of another batch that was written before the retry`()
        async throws
    {
        let database = try TestDatabase.current
        try await TheatreProcess.run(database, projections: .ticketsAlone) { process in
            let house = process.house
            try await house.handle(BookSeat(show: "Lear", seat: 1, guest: "Ada"))
            // Run a command that is rejected, after which the process has cached the number of taken seats of the show
            // Lear.
            #expect(await !house.verdict(BookAmongFew(show: "Lear", seat: 9, guest: "Ada", limit: 1)).isSuccess)
            try await database.withConnection { holder in
                _ = try await holder.perform(Self.hold)
                async let three = house.together([
                    { await house.verdict(BookBlindly(show: "Hamlet", seat: 1, guest: "Bob")) },
                    { await house.verdict(BookAmongFew(show: "Lear", seat: 3, guest: "Cleo", limit: 2)) },
                    { await house.verdict(BookBlindly(show: "Lear", seat: 1, guest: "Dora")) },
                ])
                try await holder.sessionsWaiting(1)
                async let others = house.together(
                    (2..<5).map { seat in
                        { await house.verdict(BookBlindly(show: "Lear", seat: seat * seat, guest: "Eve")) }
                    })
                try await holder.sessionsWaiting(2)
                _ = try await holder.perform("SELECT pg_advisory_unlock(1)")
                let verdicts = try await three
                #expect([verdicts[0], verdicts[2]].map(\.isSuccess) == [true, false])
                // PostgreSQL may lock the feed for the retried second command before it locks the feed for the other
                // batch. Then the second command's event is written before all events of the other batch.
                let second = verdicts[1]
                #expect(second.isRejected(.tooManySeats) || (try? second.get().positions) == 3...3)
                #expect(try await others.allSatisfy { $0.isSuccess })
            }
        }
    }
}

@Suite(.database(.theatre)) struct `The function move_feed` {
    /// The event log sends an optimistic append as soon as the log knows the feed end that the previous append will
    /// leave. The test sends two appends on different connections.
    @Test(arguments: [true, false])
    func `an optimistic append waits for the uncommitted append before it, and fails if that append rolls back`(
        commits: Bool
    )
        async throws
    {
        let database = try TestDatabase.current
        try await database.withConnection { first in
            let second = try await PostgresConnection.connect(database.configuration(), on: first.loop)
            defer { second.close() }
            let clinic = UUIDBytes.theatre
            _ = try await first.perform(
                "INSERT INTO clinic_feed (clinic_id, last_position, mark) VALUES (\(clinic), 0, 1)")
            _ = try await first.perform("BEGIN")
            _ = try await first.perform("SELECT move_feed(\(clinic), 1, 5, 2)")
            let move: Statement = "SELECT move_feed(\(clinic), 2, 7, 3)"
            let follower = first.loop.task { () -> String? in
                do { _ = try await second.perform(move) } catch PostgresError.server(let error) {
                    return error.sqlState
                }
                return nil
            }
            try await first.sessionsWaiting(1)
            _ = try await first.perform(commits ? "COMMIT" : "ROLLBACK")
            #expect(try await follower.value == (commits ? nil : "CS001"))
            let end = try await first.perform("SELECT last_position FROM clinic_feed").only.int64(0)
            #expect(end == (commits ? 7 : 0))
        }
    }
}

@Suite struct `Positions claimed and not written` {
    /// The follower does not fetch positions that its own process has claimed for an append, so it skips other
    /// processes' events at these positions. If the process does not write the positions, the follower must fetch them.
    @Test func `the follower fetches positions that its own process claimed but did not write`() {
        let positions = OwnPositions()
        let told = Counter()
        positions.whenMissed { told.add() }
        positions.follow(from: [.theatre: 10])
        positions.take(.theatre, 11...15)
        #expect(positions.claim(.theatre, upTo: 13).isEmpty)
        positions.miss(.theatre, 11...15)
        #expect(told.count == 1)
        #expect(positions.claim(.theatre, upTo: 13) == [11...13])
    }
}

private final class Counter: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }
    func add() { value.withLock { $0 += 1 } }
}
