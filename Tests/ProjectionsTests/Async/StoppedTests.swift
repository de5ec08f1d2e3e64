import EventLoop
import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import Projections
import SQL
import TestSupport
import Testing
import Theatre

@Suite(.database(.theatre)) struct `A stopped projection` {
    /// Runs a statement with the triggers disabled, since they refuse changes of stored events and tags.
    private func alter(_ database: TestDatabase, _ statement: Statement) async throws {
        try await database.run("SET session_replication_role = replica", statement)
    }

    private let reason = "event 3 of clinic \(UUIDBytes.theatre): seat-painted version 1: unknown type"

    @Test func `an asynchronous projection stops in the clinic with an unreadable event until the event is mended`()
        async throws
    {
        let database = try TestDatabase.current
        for clinic in [UUIDBytes.theatre, .otherTheatre] { try await database.book(0..<5, in: clinic) }
        try await alter(
            database, "UPDATE event SET type = 'seat-painted' WHERE clinic_id = \(.theatre) AND position = 3")
        try await AsyncProjectionDesk.run(1, database) { desks in
            let desk = desks[0]
            _ = try await desk.leases.keep()
            #expect(try await desk.run(.otherTheatre) == .written(hasMore: false))
            #expect(try await desk.run() == .stopped(reason, isNew: true))
            #expect(try await desk.run() == .stopped(reason, isNew: false))
            #expect(try await database.place() == 2)
            #expect(try await database.place(.otherTheatre) == 6)
            #expect(try await database.number("SELECT count(*) FROM behind_position WHERE stopped_at IS NOT NULL") == 1)

            try await alter(
                database, "UPDATE event SET type = 'seat-booked' WHERE clinic_id = \(.theatre) AND position = 3")
            #expect(try await desk.run() == .written(hasMore: false))
            #expect(try await database.place() == 6)
            #expect(try await database.number("SELECT count(*) FROM behind_position WHERE stopped_at IS NOT NULL") == 0)
        }
        #expect(try await database.differences() == [])
    }

    @Test func `an asynchronous projection stops at a gap in the feed and at an unreadable document`() async throws {
        let database = try TestDatabase.current
        try await database.book(0..<5)
        try await AsyncProjectionDesk.run(1, database) { desks in
            _ = try await desks[0].leases.keep()
            try await desks[0].run(limit: 2)
            try await database.run("UPDATE seating_plan SET document = '[]' WHERE show = 'show 0'")
            let end = try await desks[0].run()
            #expect(end == .stopped("document of seating_plan: : wrong_type", isNew: true))
            try await alter(database, "DELETE FROM event WHERE position IN (3, 4)")
            #expect(try await desks[0].run() == .stopped("there is no event 3", isNew: true))
            #expect(try await database.place() == 2)
        }
    }

    @Test func `an asynchronous projection that stopped in one clinic delays neither readers nor other clinics`()
        async throws
    {
        let database = try TestDatabase.current
        for clinic in [UUIDBytes.theatre, .otherTheatre] { try await database.book(0..<5, in: clinic) }
        try await alter(
            database, "UPDATE event SET type = 'seat-painted' WHERE clinic_id = \(.theatre) AND position = 3")
        try await TheatreProcess.run(database, projections: .asyncPlans) { process in
            try await process.withRunner {
                #expect(try await process.catchUp(.otherTheatre))
                // A wait for the seating plans ends as soon as the process knows that their projection has stopped.
                #expect(try await !process.catchUp(.theatre))
                try await process.house.handle(BookSeat(show: "Lear", seat: 1, guest: "Zoe"), in: .otherTheatre)
                #expect(try await process.catchUp(.otherTheatre))
            }
        }
        #expect(try await database.place() == 2)
        #expect(try await database.place(.otherTheatre) == 7)
    }
}
