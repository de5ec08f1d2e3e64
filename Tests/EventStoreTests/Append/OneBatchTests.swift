import EventLoop
import EventSourcing
import EventStore
import Identifiers
import Metrics
import SQL
import TestSupport
import Testing

import PostgresClient
import Theatre

/// Tests commands that arrive together: each is decided on the events that the commands before it are going to append.
@Suite(.database(.theatre)) struct `Commands decided in one batch` {
    private func amongFew(
        _ house: TheatreProcess.House, _ seats: Range<Int>, _ show: String = "Lear", limit: Int
    ) -> [@Sendable () async -> TheatreVerdict] {
        seats.map { seat in
            { await house.verdict(BookAmongFew(show: show, seat: seat, guest: "guest \(seat)", limit: limit)) }
        }
    }

    @Test(arguments: [[AnyProjection<TheatreEvent>].theatre, .ticketsAlone])
    func `a batch needs only one commit, and its commands that exceed the limit of seats are rejected`(
        projections: [AnyProjection<TheatreEvent>]
    ) async throws {
        try await TheatreProcess.run(TestDatabase.current, projections: projections) { process in
            let house = process.house
            try await house.handle(BookAmongFew(show: "Lear", seat: 20, guest: "Ada", limit: 1))
            let before = try await house.statistics
            let verdicts = try await house.together(amongFew(house, 1..<11, limit: 6))
            #expect(verdicts.map(\.isSuccess) == (1..<11).map { $0 < 6 })
            #expect(verdicts[5...].allSatisfy { $0.isRejected(.tooManySeats) })
            let after = try await house.statistics
            #expect(after.batches - before.batches == 1)
            #expect(after.following == 4)
            #expect(try await house.numbers("SELECT position FROM event ORDER BY 1") == Array(1...6))
            #expect(try await house.numbers("SELECT count(*) FROM ticket") == [6])
            // The state that the process has cached after the batch is correct: it allows exactly one more booking, and
            // no command is decided again.
            #expect(try await house.together(amongFew(house, 6..<8, limit: 7)).map(\.isSuccess) == [true, false])
            #expect(try await house.statistics.races == before.races)
        }
    }

    /// The batch's first command does not read the number of taken seats of the show, but the second does. The number
    /// that each loop has cached before the batch is outdated after the batch.
    @Test func `after one loop's batch has filled a show, every loop of the process rejects bookings`() async throws {
        try await TheatreProcess.run(loops: 2, TestDatabase.current) { process in
            let house = process.house
            try await house.handle(BookSeat(show: "Hamlet", seat: 1, guest: "Ada"))
            for house in process.houses {
                #expect(try await house.together(amongFew(house, 9..<10, limit: 0)).map(\.isSuccess) == [false])
            }
            let verdicts = try await house.together(
                [{ await house.verdict(BookBlindly(show: "Lear", seat: 1, guest: "Bob")) }]
                    + amongFew(house, 2..<3, limit: 2))
            #expect(verdicts.allSatisfy { $0.isSuccess })
            #expect(try await house.statistics.following == 1)
            for house in process.houses {
                let verdicts = try await house.together(amongFew(house, 3..<4, limit: 2))
                #expect(verdicts.allSatisfy { $0.isRejected(.tooManySeats) })
            }
        }
    }

    /// The first process is not notified of the other process's events, so the cached states and the feed end that the
    /// first process knows are outdated.
    @Test(arguments: [[AnyProjection<TheatreEvent>].theatre, .ticketsAlone])
    func `commands of one batch are decided again if another process has booked a seat that counts towards their limit`(
        projections: [AnyProjection<TheatreEvent>]
    ) async throws {
        let database = try TestDatabase.current
        try await TheatreProcess.run(database, projections: projections) { one in
            try await TheatreProcess.run(database, projections: projections) { other in
                try await one.house.handle(BookAmongFew(show: "Lear", seat: 20, guest: "Ada", limit: 3))
                try await other.house.handle(BookAmongFew(show: "Lear", seat: 9, guest: "Bob", limit: 3))
                let verdicts = try await one.house.together(amongFew(one.house, 1..<4, limit: 3))
                #expect(verdicts.count { $0.isSuccess } == 1)
                #expect(try await one.house.statistics.following > 0)
                #expect(try await one.house.numbers("SELECT count(*) FROM ticket") == [3])
            }
        }
    }

    @Test(arguments: [[AnyProjection<TheatreEvent>].theatre, .ticketsAlone])
    func `commands of one batch all succeed if another process appended only an event that they did not read`(
        projections: [AnyProjection<TheatreEvent>]
    ) async throws {
        let database = try TestDatabase.current
        try await TheatreProcess.run(database, projections: projections) { one in
            try await TheatreProcess.run(database, projections: projections) { other in
                try await one.house.handle(BookAmongFew(show: "Lear", seat: 20, guest: "Ada", limit: 4))
                try await other.house.handle(BookSeat(show: "Hamlet", seat: 1, guest: "Bob"))
                let before = try await one.house.statistics
                let verdicts = try await one.house.together(amongFew(one.house, 1..<4, limit: 4))
                #expect(verdicts.allSatisfy { $0.isSuccess })
                let after = try await one.house.statistics
                #expect(after.following == 2)
                #expect(after.races == before.races)
                #expect(try await one.house.numbers("SELECT position FROM event ORDER BY 1") == Array(1...5))
            }
        }
    }

    /// The second command of a batch is decided on the first one's event, and therefore reads how many seats of the
    /// show Lear are taken. Another batch, which is not committed yet, is booking the last seat within the limit.
    @Test func `a command that depends on a batch still being written is decided on that batch's events`()
        async throws
    {
        let database = try TestDatabase.current
        try await TheatreProcess.run(database, projections: .ticketsAlone) { process in
            let house = process.house
            try await house.handle(BookSeat(show: "Lear", seat: 1, guest: "Ada"))
            for show in ["Lear", "Hamlet"] {
                #expect(try await house.together(amongFew(house, 9..<10, show, limit: 0)).map(\.isSuccess) == [false])
            }
            #expect(await !house.verdict(ReleaseSeat(show: "Tonight", seat: 1)).isSuccess)
            try await database.withConnection { holder in
                _ = try await holder.perform("BEGIN")
                _ = try await holder.perform("SELECT FROM clinic_feed FOR UPDATE")
                async let last = house.handle(BookBlindly(show: "Lear", seat: 2, guest: "Bob"))
                try await holder.sessionsWaiting(1)
                let decided = try await house.statistics.deciding.count
                async let verdicts = house.together(
                    [
                        { await house.verdict(BookBlindly(show: "Tonight", seat: 1, guest: "Lear")) },
                        { await house.verdict(BookTonight(seat: 3, guest: "Cleo", limit: 2)) },
                    ])
                try await until { try await house.statistics.deciding.count >= decided + 3 }
                _ = try await holder.perform("ROLLBACK")
                _ = try await last
                let (first, second) = (try await verdicts[0], try await verdicts[1])
                #expect(first.isSuccess)
                #expect(second.isRejected(.tooManySeats))
            }
            #expect(try await house.numbers("SELECT count(*) FROM ticket") == [3])
        }
    }

    /// The second command of a batch releases a seat. It is decided on the first command's event, by which Bob books
    /// that seat. The database then refuses that event.
    @Test(arguments: [[AnyProjection<TheatreEvent>].theatre, .ticketsAlone])
    func `a command is decided again if the database refuses the command before it in the batch`(
        projections: [AnyProjection<TheatreEvent>]
    ) async throws {
        try await TheatreProcess.run(TestDatabase.current, projections: projections) { process in
            let house = process.house
            try await house.handle(BookSeat(show: "Lear", seat: 1, guest: "Ada"))
            try await house.handle(BookSeat(show: "Lear", seat: 2, guest: "Cleo"))
            let verdicts = try await house.together(
                [
                    { await house.verdict(BookRow(show: "Lear", seats: 1..<3, guest: "Bob")) },
                    { await house.verdict(ReleaseSeat(show: "Lear", seat: 2)) },
                ])
            #expect(verdicts.map(\.isSuccess) == [false, true])
            try await expectReleased("Cleo", of: 3, house)
        }
    }

    @Test(arguments: [[AnyProjection<TheatreEvent>].theatre, .ticketsAlone])
    func `a command is decided again if an earlier command of its batch turns out to be a repeated one`(
        projections: [AnyProjection<TheatreEvent>]
    ) async throws {
        try await TheatreProcess.run(TestDatabase.current, projections: projections) { process in
            let house = process.house
            try await house.handle(BookBlindly(show: "Lear", seat: 2, guest: "Bob"), id: .command(1))
            try await house.handle(ReleaseSeat(show: "Lear", seat: 2))
            try await house.handle(BookSeat(show: "Lear", seat: 2, guest: "Cleo"))
            let verdicts = try await house.together(
                [
                    { await house.verdict(BookBlindly(show: "Lear", seat: 2, guest: "Bob"), id: .command(1)) },
                    { await house.verdict(ReleaseSeat(show: "Lear", seat: 2)) },
                ])
            #expect(try verdicts.map { try $0.get().status } == [.replayed, .new])
            try await expectReleased("Cleo", of: 4, house)
        }
    }

    /// Expects that the last event releases the given guest's seat, although the release was first decided on an event
    /// by which another guest has the seat.
    private func expectReleased(_ guest: String, of events: Int64, _ house: TheatreProcess.House) async throws {
        #expect(try await house.statistics.following == 1)
        let last = try await house.query("SELECT position, type, data ->> 'guest' FROM event ORDER BY 1 DESC LIMIT 1")
        let row = try #require(last.first)
        let (position, type, name) = (try row.int64(0), try row.text(1), try row.text(2))
        #expect(position == events)
        #expect([type, name] == ["seat-released", guest])
    }

    @Test func `if two commands in a batch have the same id, the first appends, the second is replayed`() async throws {
        try await TheatreProcess.run(TestDatabase.current) { process in
            let house = process.house
            try await house.handle(BookAmongFew(show: "Lear", seat: 20, guest: "Ada", limit: 5))
            let book: @Sendable () async -> TheatreVerdict = {
                await house.verdict(BookAmongFew(show: "Lear", seat: 1, guest: "Bob", limit: 5), id: .command(1))
            }
            let verdicts = try await house.together([book, book])
            #expect(try verdicts.map { try $0.get().status } == [.new, .replayed])
            #expect(try await house.numbers("SELECT count(*) FROM event") == [2])
        }
    }
}
