import EventLoop
import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import SQL
import TestSupport
import Testing
import Theatre

@Suite(.database(.theatre)) struct `Concurrent commands` {
    @Test func `exactly one of 200 bookings of a theatre seat succeeds in two processes with two loops each`()
        async throws
    {
        let database = try TestDatabase.current
        try await TheatreProcess.run(loops: 2, database) { one in
            try await TheatreProcess.run(loops: 2, database) { other in
                let houses = one.houses + other.houses
                let verdicts = await allAtOnce(0..<200) { number in
                    await houses[number % 4].verdict(BookSeat(show: "Lear", seat: 1, guest: "guest \(number)"))
                }
                #expect(verdicts.count { $0.isSuccess } == 1)
                #expect(verdicts.count { $0.isRejected } == 199)
                let count1 = try await one.house.numbers("SELECT count(*) FROM event")
                #expect(count1 == [1])
            }
        }
    }

    @Test func `two processes append events without gaps in the positions, up to the last position of each feed`()
        async throws
    {
        let database = try TestDatabase.current
        try await TheatreProcess.run(loops: 2, database) { one in
            try await TheatreProcess.run(loops: 2, database) { other in
                let houses = one.houses + other.houses
                let outcomes = await allAtOnce(0..<400) { number in
                    await houses[number % 4].verdict(
                        BookRow(show: "show \(number)", seats: 0..<(1 + number % 3), guest: "Ada"),
                        in: number % 2 == 0 ? .theatre : .otherTheatre)
                }
                #expect(outcomes.allSatisfy { $0.isSuccess })
                let feeds = try await one.house.query(
                    """
                    SELECT f.last_position, count(*), min(e.position), max(e.position)
                    FROM clinic_feed f JOIN event e USING (clinic_id) GROUP BY f.clinic_id
                    """)
                #expect(feeds.count == 2)
                for feed in feeds {
                    let last = try feed.int64(0)
                    #expect(try feed.int64(1) == last)
                    #expect(try feed.int64(2) == 1)
                    #expect(try feed.int64(3) == last)
                }
                let positions = outcomes.compactMap { try? $0.get().positions?.count }
                #expect(positions.reduce(0, +) == Int(try await one.house.numbers("SELECT count(*) FROM event")[0]))
            }
        }
    }

    @Test func `of 100 simultaneous bookings in two processes, 7 succeed if the show's limit is 7 seats`()
        async throws
    {
        let database = try TestDatabase.current
        try await TheatreProcess.run(loops: 2, database) { one in
            try await TheatreProcess.run(loops: 2, database) { other in
                let houses = one.houses + other.houses
                let verdicts = await allAtOnce(1..<101) { number in
                    await houses[number % 4].verdict(
                        BookAmongFew(show: "Lear", seat: number, guest: "guest \(number)", limit: 7))
                }
                #expect(verdicts.count { $0.isSuccess } == 7)
                #expect(verdicts.count { $0.isRejected(.tooManySeats) } == 93)
            }
        }
    }

    /// The second process has cached the number of taken seats of the show. It is not notified of the first process's
    /// later booking.
    @Test func `a booking missing from the cached number of taken seats is still counted against the show's limit`()
        async throws
    {
        let database = try TestDatabase.current
        try await TheatreProcess.run(database) { one in
            try await TheatreProcess.run(database) { other in
                try await one.house.handle(BookAmongFew(show: "Lear", seat: 1, guest: "Ada", limit: 3))
                try await other.house.handle(BookAmongFew(show: "Lear", seat: 2, guest: "Ada", limit: 3))
                try await one.house.handle(BookSeat(show: "Lear", seat: 3, guest: "Bob"))
                let late = await other.house.verdict(BookAmongFew(show: "Lear", seat: 4, guest: "Eve", limit: 3))
                #expect(late.isRejected(.tooManySeats))
            }
        }
    }

    @Test func `of 40 simultaneous bookings for one guest, 3 succeed if the guest's limit is 3 seats`() async throws {
        try await TheatreProcess.run(loops: 2, TestDatabase.current) { process in
            let verdicts = await allAtOnce(0..<40) { number in
                await process.houses[number % 2].verdict(
                    BookSeat(show: "Lear", seat: number, guest: "Ada", seatsPerGuest: 3))
            }
            #expect(verdicts.count { $0.isSuccess } == 3)
            #expect(verdicts.count { $0.isRejected(.tooManySeats) } == 37)
        }
    }

    @Test func `simultaneous bookings of different seats for one guest succeed below the guest's limit`() async throws {
        try await TheatreProcess.run(loops: 2, TestDatabase.current) { process in
            let verdicts = await allAtOnce(0..<60) { number in
                await process.houses[number % 2].verdict(
                    BookSeat(show: "Lear", seat: number, guest: "Ada", seatsPerGuest: 1000))
            }
            #expect(verdicts.count { $0.isSuccess } == 60)
        }
    }

    @Test func `100 commands that are sent at the same time are appended in fewer than 50 batches`()
        async throws
    {
        try await TheatreProcess.run(TestDatabase.current) { process in
            let house = process.house
            try await house.handle(BookSeat(show: "Lear", seat: 0, guest: "Ada"))
            let before = try await house.statistics
            _ = await allAtOnce(1..<101) { number in
                await house.verdict(BookSeat(show: "Lear", seat: number, guest: "guest \(number)"))
            }
            let after = try await house.statistics
            #expect(after.commands - before.commands == 100)
            #expect(after.batches - before.batches < 50)
        }
    }

    @Test func `of 100 simultaneous bookings of different seats, only the booking of a taken seat is rejected`()
        async throws
    {
        try await TheatreProcess.run(TestDatabase.current) { process in
            let house = process.house
            try await house.handle(BookSeat(show: "Lear", seat: 50, guest: "Ada"))
            let verdicts = await allAtOnce(0..<100) { number in
                await house.verdict(BookSeat(show: "Lear", seat: number, guest: "guest \(number)"))
            }
            #expect(verdicts.count { $0.isSuccess } == 99)
            #expect(verdicts[50].isRejected(.seatTaken(by: "Ada")))
        }
    }

    @Test func `if PostgreSQL aborts a batch, only the command that violates a constraint fails`() async throws {
        try await TheatreProcess.run(TestDatabase.current) { process in
            let house = process.house
            try await house.handle(BookSeat(show: "Lear", seat: 50, guest: "Ada"))
            // Run commands that read nothing before they book, so that only a constraint of the table `ticket` refuses
            // the booking of seat 50.
            let verdicts = await allAtOnce(0..<100) { number in
                await house.verdict(BookBlindly(show: "Lear", seat: number, guest: "guest \(number)"))
            }
            #expect(verdicts.count { $0.isSuccess } == 99)
            #expect(verdicts[50].isConflict)
            #expect(try await house.statistics.abortedBatches >= 1)
            let count2 = try await house.numbers("SELECT count(*) FROM event")
            #expect(count2 == [100])
            let count3 = try await house.numbers("SELECT last_position FROM clinic_feed")
            #expect(count3 == [100])
        }
    }
}

extension `Concurrent commands` {
    @Test
    func `if PostgreSQL aborts some of many simultaneous batches, only commands that violate a constraint fail`()
        async throws
    {
        try await TheatreProcess.run(TestDatabase.current) { process in
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
            #expect(try await house.statistics.abortedBatches >= 1)
            let count = try await house.numbers("SELECT last_position FROM clinic_feed")
            #expect(count == [600])
        }
    }
}

extension Result where Failure == LogFailure<TheatreRejection> {
    var isRejected: Bool { if case .failure(.rejected) = self { true } else { false } }
}
