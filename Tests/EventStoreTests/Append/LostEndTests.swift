import EventLoop
import EventSourcing
import EventStore
import PostgresClient
import SQL
import TestSupport
import Testing
import Theatre

/// Tests servers after a standby that lacked the end of a feed has taken over, or after an older backup was restored.
@Suite(.database(.theatre), .timeLimit(.minutes(30))) struct `A server ahead of a restored database` {
    /// Runs `body` with two processes. The first one has booked a seat of the show Lear and then a seat of the show
    /// Hamlet, and the database has lost the event of the second booking.
    private func lose(_ body: (_ one: TheatreProcess.House, _ other: TheatreProcess.House) async throws -> Void)
        async throws
    {
        let database = try TestDatabase.current
        try await TheatreProcess.run(database, projections: .ticketsAlone) { one in
            try await TheatreProcess.run(database, projections: .ticketsAlone) { other in
                try await one.house.handle(BookAmongFew(show: "Lear", seat: 1, guest: "Ada", limit: 2))
                try await one.house.handle(BookSeat(show: "Hamlet", seat: 1, guest: "Ada"))
                try await database.loseEnd(after: 1)
                try await body(one.house, other.house)
            }
        }
    }

    @Test func `after the database has lost events, a server decides on the events that replaced the lost events`()
        async throws
    {
        try await lose { one, other in
            #expect(await other.lasting(BookAmongFew(show: "Lear", seat: 2, guest: "Bob", limit: 2)).isSuccess)
            let third = await one.lasting(BookAmongFew(show: "Lear", seat: 3, guest: "Eve", limit: 2))
            #expect(third.isRejected(.tooManySeats))
            #expect(await one.lasting(BookSeat(show: "Hamlet", seat: 1, guest: "Eve")).isSuccess)
            let positions = try await one.numbers("SELECT position FROM event ORDER BY position")
            #expect(positions == [1, 2, 3])
        }
    }

    @Test func `a server books a seat that is taken only by an event that the database has lost`() async throws {
        try await lose { one, _ in
            #expect(await one.lasting(BookSeat(show: "Hamlet", seat: 1, guest: "Eve")).isSuccess)
        }
    }

    /// The feed token is set back to the one that the process's own last append left, and the process's connections
    /// stay open. So the database would accept an optimistic append that is based on a lost event.
    @Test
    func `a command that was decided with an event that a failover then lost is decided again without that event`()
        async throws
    {
        let database = try TestDatabase.current
        try await TheatreProcess.run(database, projections: .ticketsAlone) { one in
            try await one.house.handle(BookSeat(show: "Macbeth", seat: 1, guest: "Ada"))
            let mark = try await one.house.numbers("SELECT mark FROM clinic_feed")[0]
            try await TheatreProcess.run(database, projections: .ticketsAlone) { other in
                try await other.house.handle(BookSeat(show: "Tonight", seat: 1, guest: "Lear"))
            }
            // Run a command that is rejected, after which the process has cached that the show Lear is played tonight.
            #expect(await !one.house.verdict(BookTonight(seat: 9, guest: "Eve", limit: 0)).isSuccess)
            try await database.run(
                "SET session_replication_role = replica", "DELETE FROM ticket WHERE seat = 'Tonight:1'",
                "DELETE FROM event_tag WHERE position = 2", "DELETE FROM event WHERE position = 2",
                "UPDATE clinic_feed SET last_position = 1, mark = \(mark)")
            #expect(await one.house.lasting(BookTonight(seat: 9, guest: "Eve", limit: 9)).isSuccess)
            let tickets = try await one.house.query("SELECT seat FROM ticket ORDER BY 1").map { try $0.text(0) }
            #expect(tickets == ["Hamlet:9", "Macbeth:1"])
        }
    }

    /// Runs a process that follows the feed and has appended bookings for the shows Lear and Hamlet. Calls `before`.
    /// Then the database loses the booking for Hamlet, the process listens again on a new connection, and `after` is
    /// called.
    private func loseWhileFollowing(
        before: (TheatreProcess, Ear) async throws -> Void, after: (TheatreProcess, Ear) async throws -> Void
    ) async throws {
        let database = try TestDatabase.current
        try await TheatreProcess.run(database, projections: .ticketsAlone) { one in
            let (said, saying) = AsyncStream.makeStream(of: Bool.self)
            try await one.follow(inStep: { saying.yield($0) }) { _ in
                var turns = said.makeAsyncIterator()
                #expect(await turns.next() == true)
                let ear = Ear(one.shared.announcements, on: one.house.loop)
                try await one.house.handle(BookSeat(show: "Lear", seat: 1, guest: "Ada"))
                try await one.house.handle(BookSeat(show: "Hamlet", seat: 1, guest: "Ada"))
                try await before(one, ear)
                try await database.loseEnd(after: 1)
                #expect(await turns.next() == false)
                #expect(await turns.next() == true)
                try await after(one, ear)
            }
        }
    }

    @Test func `a server receives the events that replaced events lost by the database`() async throws {
        try await loseWhileFollowing { _, ear in
            #expect(await ear.positions(2) == [1, 2])
        } after: { _, ear in
            try await TheatreProcess.run(try TestDatabase.current, projections: .ticketsAlone) { other in
                try await other.house.handle(BookSeat(show: "Lear", seat: 2, guest: "Bob"))
            }
            #expect(await ear.positions(3) == [1, 2, 2])
        }
    }

    /// Events from before the reconnection are not announced one by one, so the cached states must be cleared.
    @Test func `a server clears its cached states when it begins to listen again after the database lost events`()
        async throws
    {
        try await loseWhileFollowing { one, _ in
            let known = try await one.house.guestAtHand("Hamlet", 1)
            #expect(known == "Ada")
        } after: { one, _ in
            let known = try await one.house.guestAtHand("Hamlet", 1)
            #expect(known == nil)
        }
    }
}

@Suite(.database(.theatre)) struct `A feed that another server lacks` {
    @Test func `after the database has lost a whole feed, a command of that clinic succeeds`() async throws {
        let database = try TestDatabase.current
        try await TheatreProcess.run(database) { process in
            try await process.house.handle(BookSeat(show: "Lear", seat: 1, guest: "Ada"))
            try await database.run(
                "SET session_replication_role = replica", "DELETE FROM event", "DELETE FROM event_tag",
                "DELETE FROM seating_plan", "DELETE FROM ticket", "DELETE FROM clinic_feed")
            try await process.house.log.run { $0.distrustWhatIsKnown() }
            #expect(await process.house.verdict(BookSeat(show: "Lear", seat: 1, guest: "Bob")).isSuccess)
        }
    }
}

extension TheatreProcess.House {
    /// Repeats a command while it fails because the database is unavailable. Returns its outcome or another failure.
    func lasting<D: Decision>(_ decision: D) async -> Result<Outcome, LogFailure<D.Rejection>>
    where D.Event == TheatreEvent {
        while true {
            let verdict = await verdict(decision)
            if case .failure(.unavailable) = verdict { continue }
            return verdict
        }
    }
}

extension TestDatabase {
    func loseEnd(after position: Int64) async throws {
        try await withConnection { try await $0.loseEnd(after: position) }
    }
}

extension PostgresConnection {
    /// Deletes the events after a position and the ticket for seat 1 of the show Hamlet, and sets the feed's end back
    /// to that position. Then ends all other sessions of the database.
    func loseEnd(after position: Int64) async throws {
        _ = try await perform([
            "SET session_replication_role = replica",
            "DELETE FROM ticket WHERE seat = 'Hamlet:1'",
            "DELETE FROM event_tag WHERE position > \(position)",
            "DELETE FROM event WHERE position > \(position)",
            "UPDATE clinic_feed SET last_position = \(position), mark = mark + 1",
        ])
        _ = try await perform(
            """
            SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """)
    }
}
