import EventLoop
import EventSourcing
import EventStore
import Identifiers
import Migrations
import PostgresClient
import SQL
import Synchronization
import TestSupport
import Testing
import Theatre

@Suite(.database(.theatre)) struct `The follower of new events` {
    @Test func `every event loop of a process receives each event once, also if another loop appended it`() async throws
    {
        try await TheatreProcess.run(loops: 2, TestDatabase.current) { process in
            let ears = process.houses.map { Ear(process.shared.announcements, on: $0.loop) }
            for seat in 0..<10 {
                try await process.houses[seat % 2].handle(BookSeat(show: "Lear", seat: seat, guest: "Ada"))
            }
            for ear in ears { #expect(await ear.positions(10).sorted() == Array(1...10)) }
        }
    }

    @Test func `a process receives each event once, whether the process itself or another process appended it`()
        async throws
    {
        let database = try TestDatabase.current
        try await TheatreProcess.run(database) { one in
            try await TheatreProcess.run(database) { other in
                try await other.house.handle(BookSeat(show: "Lear", seat: 100, guest: "before"))
                try await one.follow { _ in
                    let ear = Ear(one.shared.announcements, on: one.house.loop)
                    for seat in 0..<20 {
                        let process = seat % 2 == 0 ? one : other
                        try await process.house.handle(BookSeat(show: "Lear", seat: seat, guest: "Ada"))
                    }
                    #expect(await ear.positions(20).sorted() == Array(2...21))
                    // Wait for a later event of the other process. If an event were received twice, its second copy
                    // would arrive before that later event.
                    try await other.house.handle(BookSeat(show: "Lear", seat: 200, guest: "Ada"))
                    #expect(await ear.positions(21).sorted() == Array(2...22))
                }
            }
        }
    }

    @Test func `cached states include the events that another process appends, without a fetch`() async throws {
        let database = try TestDatabase.current
        try await TheatreProcess.run(database) { one in
            try await TheatreProcess.run(database) { other in
                try await one.follow { _ in
                    let ear = Ear(one.shared.announcements, on: one.house.loop)
                    try await one.house.handle(BookSeat(show: "Lear", seat: 1, guest: "Ada"))
                    let fetches = try await one.house.statistics.fetches
                    try await other.house.handle(ReleaseSeat(show: "Lear", seat: 1))
                    #expect(await ear.positions(2) == [1, 2])
                    #expect(try await one.house.guestAtHand("Lear", 1) == nil)
                    try await other.house.handle(BookSeat(show: "Lear", seat: 1, guest: "Bob"))
                    #expect(await ear.positions(3) == [1, 2, 3])
                    #expect(try await one.house.guestAtHand("Lear", 1) == "Bob")
                    #expect(try await one.house.statistics.fetches == fetches)
                }
            }
        }
    }

    @Test func `events appended while the follower's connection is down are received once the connection is restored`()
        async throws
    {
        let database = try TestDatabase.current
        try await TheatreProcess.run(database) { one in
            try await TheatreProcess.run(database) { other in
                try await one.follow { _ in
                    let ear = Ear(one.shared.announcements, on: one.house.loop)
                    try await other.house.handle(BookSeat(show: "Lear", seat: 1, guest: "Ada"))
                    #expect(await ear.positions(1) == [1])
                    try await database.cutFollower()
                    for seat in 2...5 {
                        try await other.house.handle(BookSeat(show: "Lear", seat: seat, guest: "Ada"))
                    }
                    #expect(await ear.positions(5).sorted() == Array(1...5))
                }
            }
        }
    }

    @Test func `the follower reports when it may be missing events, and when it has received all of them`()
        async throws
    {
        let database = try TestDatabase.current
        try await TheatreProcess.run(database) { one in
            try await TheatreProcess.run(database) { other in
                let (said, saying) = AsyncStream.makeStream(of: Bool.self)
                try await one.follow(inStep: { saying.yield($0) }) { _ in
                    let first = await said.first { _ in true }
                    #expect(first == true)
                    let ear = Ear(one.shared.announcements, on: one.house.loop)
                    try await other.house.handle(BookSeat(show: "Lear", seat: 1, guest: "Ada"))
                    #expect(await ear.positions(1) == [1])
                    try await database.cutFollower()
                    try await other.house.handle(BookSeat(show: "Lear", seat: 2, guest: "Ada"))
                    let (lost, back) = (await said.first { _ in true }, await said.first { _ in true })
                    #expect(lost == false)
                    #expect(back == true)
                    #expect(await ear.positions(2).sorted() == [1, 2])
                }
            }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `if announced events cannot be fetched, the follower reports that it lacks events and tries again`()
        async throws
    {
        let database = try TestDatabase.current
        try await TheatreProcess.run(database, projections: .ticketsAlone) { one in
            try await TheatreProcess.run(database, projections: .ticketsAlone) { other in
                let (said, saying) = AsyncStream.makeStream(of: Bool.self)
                try await one.follow(inStep: { saying.yield($0) }) { _ in
                    var turns = said.makeAsyncIterator()
                    #expect(await turns.next() == true)
                    let ear = Ear(one.shared.announcements, on: one.house.loop)
                    try await database.run("REVOKE SELECT ON event FROM chairside_server")
                    try await other.house.handle(BookBlindly(show: "Lear", seat: 1, guest: "Ada"))
                    #expect(await turns.next() == false)
                    try await database.run("GRANT SELECT ON event TO chairside_server")
                    #expect(await turns.next() == true)
                    try await other.house.handle(BookBlindly(show: "Lear", seat: 1, guest: "Ada"), in: .otherTheatre)
                    #expect(await ear.positions(2) == [1, 1])
                }
            }
        }
    }

    @Test func `a follower that starts while PostgreSQL is stopped receives events as soon as PostgreSQL runs`()
        async throws
    {
        let cluster = try await PrivatePostgres.dedicated(.throwaway)
        defer { cluster.remove() }
        let conninfo = cluster.conninfo()
        try await withLoop { loop in
            _ = try await Migrator(Migration.theatre).run(PostgresConfiguration(conninfo: conninfo), on: loop)
        }
        try await cluster.stop()
        try await TheatreProcess.run(conninfo: conninfo) { one in
            let (house, shared) = (one.house, one.shared)
            let follower = try await house.reads.run {
                LoopBound(EventFollower(on: house.loop, reads: $0, sharing: shared), on: house.loop)
            }
            let configuration = PostgresConfiguration(conninfo: conninfo, role: "chairside_server")
            let start = Task(executorPreference: house.loop) { await follower.value.start(configuration) }
            try await cluster.start()
            await start.value
            let ear = Ear(shared.announcements, on: house.loop)
            try await TheatreProcess.run(conninfo: conninfo) { other in
                try await other.house.handle(BookSeat(show: "Lear", seat: 1, guest: "Ada"))
            }
            #expect(await ear.positions(1) == [1])
            try await follower.run { await $0.stop() }
        }
    }

    @Test func `a follower waiting for PostgreSQL can be stopped`() async throws {
        let cluster = try await PrivatePostgres.dedicated(.throwaway)
        defer { cluster.remove() }
        try await cluster.stop()
        try await TheatreProcess.run(conninfo: cluster.conninfo()) { one in
            let (house, shared) = (one.house, one.shared)
            let follower = try await house.reads.run {
                LoopBound(EventFollower(on: house.loop, reads: $0, sharing: shared), on: house.loop)
            }
            let configuration = PostgresConfiguration(conninfo: cluster.conninfo())
            let start = Task(executorPreference: house.loop) { await follower.value.start(configuration) }
            try await follower.run { await $0.stop() }
            await start.value
        }
    }

    @Test func `a read of a cached state includes another process's event once the follower has received the event`()
        async throws
    {
        let database = try TestDatabase.current
        try await TheatreProcess.run(database) { one in
            try await TheatreProcess.run(database) { other in
                try await one.follow { _ in
                    let ear = Ear(one.shared.announcements, on: one.house.loop)
                    try await one.house.handle(BookSeat(show: "Lear", seat: 1, guest: "Ada"))
                    #expect(try await one.house.guestAtHand("Lear", 1) == "Ada")
                    try await other.house.handle(ReleaseSeat(show: "Lear", seat: 1))
                    _ = await ear.positions(2)
                    #expect(try await one.house.guestAtHand("Lear", 1) == nil)
                }
            }
        }
    }

    /// Only the follower can change the cached state of the show, since an append does not query events that the
    /// follower has announced.
    @Test func `the follower adds another process's booking to the cached number of taken seats`() async throws {
        let database = try TestDatabase.current
        try await TheatreProcess.run(database) { one in
            try await TheatreProcess.run(database) { other in
                try await one.follow { _ in
                    let ear = Ear(one.shared.announcements, on: one.house.loop)
                    try await one.house.handle(BookAmongFew(show: "Lear", seat: 1, guest: "Ada", limit: 2))
                    try await other.house.handle(BookSeat(show: "Lear", seat: 2, guest: "Bob"))
                    #expect(await ear.positions(2) == [1, 2])
                    let late = await one.house.verdict(BookAmongFew(show: "Lear", seat: 3, guest: "Eve", limit: 2))
                    #expect(late.isRejected(.tooManySeats))
                }
            }
        }
    }

    @Test func `a read that may not be outdated includes other processes' latest events, and needs one fetch`()
        async throws
    {
        let database = try TestDatabase.current
        try await TheatreProcess.run(database) { one in
            try await TheatreProcess.run(database) { other in
                #expect(try await one.house.guest("Lear", 1) == nil)
                for round in 1...5 {
                    try await other.house.handle(BookSeat(show: "Lear", seat: 1, guest: "Ada \(round)"))
                    let before = try await one.house.statistics.fetches
                    #expect(try await one.house.guest("Lear", 1) == "Ada \(round)")
                    #expect(try await one.house.statistics.fetches == before + 1)
                    try await other.house.handle(ReleaseSeat(show: "Lear", seat: 1))
                }
            }
        }
    }
}

extension TheatreProcess.House {
    fileprivate func guest(_ show: String, _ seat: Int) async throws -> String? {
        try await log.run { log in try await log.read(.theatre) { model in model[.seat(show, seat)].guest } }
    }
}
