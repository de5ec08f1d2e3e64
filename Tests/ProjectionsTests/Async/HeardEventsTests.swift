import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import Projections
import Synchronization
import TestSupport
import Testing
import Theatre

@Suite struct HeardEventsTests {
    private func events(_ positions: ClosedRange<Int64>) -> [Recorded<TheatreEvent>] {
        positions.map { position in
            Recorded(
                clinic: .theatre, position: position,
                event: .seatReleased(SeatReleased(show: "Lear", seat: Int(position), guest: "Ada")),
                recordedAt: Instant(secondsSince1970: 0), actor: .system)
        }
    }

    private func next(_ heard: HeardEvents<TheatreEvent>, behind position: Int64) -> [Int64]? {
        heard.next(of: .theatre, behind: position)?.map(\.position)
    }

    @Test func `received events after a position can be folded without a fetch if none of them is missing`() {
        var heard = HeardEvents<TheatreEvent>(limit: 100)
        #expect(next(heard, behind: 0) == nil)
        heard.keep(events(5...6), of: .theatre)
        heard.keep(events(7...9), of: .theatre)
        #expect(next(heard, behind: 3) == nil)
        #expect(next(heard, behind: 4) == [5, 6, 7, 8, 9])
        #expect(next(heard, behind: 7) == [8, 9])
        #expect(next(heard, behind: 9) == nil)
        #expect(heard.next(of: .otherTheatre, behind: 4) == nil)
    }

    @Test func `received events are dropped if newer events are received and the events in between are missing`() {
        var heard = HeardEvents<TheatreEvent>(limit: 100)
        heard.keep(events(5...6), of: .theatre)
        heard.keep(events(8...9), of: .theatre)
        #expect(next(heard, behind: 4) == nil)
        #expect(next(heard, behind: 7) == [8, 9])
        #expect(heard.count == 2)
        // An empty list of received events means that events were appended but cannot be decoded.
        heard.keep([], of: .theatre)
        #expect(next(heard, behind: 7) == nil)
        #expect(heard.count == 0)
    }

    @Test func `received events are dropped once they have been folded`() {
        var heard = HeardEvents<TheatreEvent>(limit: 100)
        heard.keep(events(5...9), of: .theatre)
        heard.forget(.theatre, upTo: 4)
        #expect(heard.count == 5)
        heard.forget(.theatre, upTo: 6)
        #expect(next(heard, behind: 6) == [7, 8, 9])
        #expect(heard.count == 3)
        heard.keep(events(10...10), of: .theatre)
        #expect(next(heard, behind: 8) == [9, 10])
        heard.forget(.theatre, upTo: 12)
        #expect(heard.count == 0)
    }

    @Test func `if received events exceed the limit of kept events, all kept events of their clinic are dropped`() {
        var heard = HeardEvents<TheatreEvent>(limit: 10)
        heard.keep(events(1...6), of: .theatre)
        heard.keep(events(1...4), of: .otherTheatre)
        heard.keep(events(7...7), of: .theatre)
        #expect(next(heard, behind: 0) == nil)
        #expect(heard.count == 4)
        #expect(heard.next(of: .otherTheatre, behind: 0)?.count == 4)
    }
}

@Suite(.database(.theatre)) struct `Batches of received events` {
    @Test func `received events are projected like fetched ones, and refused if the projection's position has moved`()
        async throws
    {
        let database = try TestDatabase.current
        let all = Mutex<[Recorded<TheatreEvent>]>([])
        try await TheatreProcess.run(database, projections: .asyncPlans) { process in
            process.shared.announcements.onAppended { _, events in all.withLock { $0 += events } }
            for seat in 0..<9 { try await process.house.handle(BookSeat(show: "Lear", seat: seat, guest: "Ada")) }
        }
        let events = all.withLock { $0[...] }
        try await AsyncProjectionDesk.run(1, database) { desks in
            let desk = desks[0]
            _ = try await desk.leases.keep()
            let read = desk.batch()
            #expect(try await read.run(limit: 4, under: desk.lease()) == .written(hasMore: true))
            let place = read.place

            let heard = desk.batch()
            let end = try await heard.run(limit: 3, after: (place, events.dropFirst(4)), under: desk.lease())
            #expect(end == .written(hasMore: true))
            #expect(try await database.place() == 7)
            #expect(try await database.differences() == [])

            // Run a batch that begins before the projection's stored position, as may a batch of a server that was
            // suspended.
            await #expect {
                _ = try await desk.batch().run(limit: 9, after: (place, events.dropFirst(4)), under: desk.lease())
            } throws: {
                ($0 as? PostgresError)?.isAsyncMoved == true
            }
            #expect(try await database.place() == 7)
            let last = try await desk.batch().run(
                limit: 9, after: (heard.place, events.dropFirst(7)), under: desk.lease())
            #expect(last == .written(hasMore: false))
        }
        #expect(try await database.place() == 9)
        #expect(try await database.differences() == [])
    }
}
