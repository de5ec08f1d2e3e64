import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import SQL
import TestSupport
import Testing
import Theatre

@Suite(.database(.theatre)) struct `Appends` {
    @Test func `a command is answered only after its event, tags and documents are committed`() async throws {
        try await TheatreProcess.run(TestDatabase.current) { process in
            let house = process.house
            let outcome = try await house.handle(
                BookSeat(show: "Hamlet", seat: 7, guest: "Ada"), answer: .plan("Hamlet"))

            #expect(outcome.status == .new)
            #expect(outcome.positions == 1...1)
            #expect(text(outcome.answer) == #"{"show":"Hamlet","seats":{"7":"Ada"},"version":1}"#)

            let event = try await house.query(
                "SELECT position, type, schema_version, data, metadata, recorded_at FROM event"
            ).only
            #expect(try event.int64(0) == 1)
            #expect(try event.text(1) == "seat-booked")
            #expect(try event.int64(2) == 1)
            #expect(try event.text(3) == #"{"show":"Hamlet","seat":7,"guest":"Ada"}"#)
            #expect(try event.text(4) == #"{"role":"system"}"#)
            #expect(try event.timestamp(5).microsecondsSince1970 == 1_795_000_000_000_000)
            let tags = try await house.query("SELECT subject, aspect FROM event_tag ORDER BY aspect").map {
                Tag(subject: try $0.uuid(0), aspect: try $0.int32(1))
            }
            #expect(tags == [.seat("Hamlet", 7), .guest("Ada")])
            let plan = try await house.query("SELECT document, taken FROM seating_plan").only
            #expect(try plan.bytes(0) == outcome.answer)
            #expect(try plan.int64(1) == 1)
            #expect(try await house.numbers("SELECT last_position FROM clinic_feed") == [1])
        }
    }

    @Test func `a command that asks for one role's rendering of a document gets that rendering`() async throws {
        try await TheatreProcess.run(TestDatabase.current) { process in
            let outcome = try await process.house.handle(
                BookSeat(show: "Hamlet", seat: 7, guest: "Ada"),
                answer: .plan("Hamlet", column: Identifier("usher_document")))
            #expect(text(outcome.answer) == #"{"taken":1}"#)
        }
    }

    @Test func `after an append, a read on another loop's connection returns the new document`() async throws {
        try await TheatreProcess.run(loops: 2, TestDatabase.current) { process in
            for seat in 1...20 {
                try await process.houses[seat % 2].handle(BookSeat(show: "Lear", seat: seat, guest: "Ada"))
                let taken = try await process.houses[(seat + 1) % 2].numbers("SELECT taken FROM seating_plan")
                #expect(taken == [Int64(seat)])
            }
        }
    }

    @Test func `a decision includes the events that another loop of its process appended before`() async throws {
        try await TheatreProcess.run(loops: 2, TestDatabase.current) { process in
            let (one, other) = (process.houses[0], process.houses[1])
            try await one.handle(BookSeat(show: "Lear", seat: 1, guest: "Ada"))
            #expect(
                await other.verdict(BookSeat(show: "Lear", seat: 1, guest: "Bob")).isRejected(.seatTaken(by: "Ada")))
            try await other.handle(ReleaseSeat(show: "Lear", seat: 1))
            try await one.handle(BookSeat(show: "Lear", seat: 1, guest: "Cyd"))
            #expect(
                await other.verdict(BookSeat(show: "Lear", seat: 1, guest: "Bob")).isRejected(.seatTaken(by: "Cyd")))
        }
    }

    @Test func `a process without a follower includes events of other processes in its decisions`() async throws {
        let database = try TestDatabase.current
        try await TheatreProcess.run(database) { one in
            try await TheatreProcess.run(database) { other in
                for round in 1...5 {
                    try await one.house.handle(BookSeat(show: "Lear", seat: 1, guest: "Ada \(round)"))
                    let verdict = await other.house.verdict(BookSeat(show: "Lear", seat: 1, guest: "Bob"))
                    #expect(verdict.isRejected(.seatTaken(by: "Ada \(round)")))
                    try await other.house.handle(ReleaseSeat(show: "Lear", seat: 1))
                }
            }
        }
    }

    @Test func `a command that would change nothing appends no event and is answered with the current document`()
        async throws
    {
        try await TheatreProcess.run(TestDatabase.current) { process in
            let house = process.house
            try await house.handle(BookSeat(show: "Lear", seat: 1, guest: "Ada"))
            let again = try await house.handle(BookSeat(show: "Lear", seat: 1, guest: "Ada"), answer: .plan("Lear"))
            #expect(again.status == .unchanged)
            #expect(again.positions == nil)
            #expect(text(again.answer) == #"{"show":"Lear","seats":{"1":"Ada"},"version":1}"#)
            #expect(try await house.numbers("SELECT count(*) FROM event") == [1])
        }
    }

    @Test func `the events of each clinic form a separate feed`() async throws {
        try await TheatreProcess.run(TestDatabase.current) { process in
            let house = process.house
            async let here = house.handle(BookSeat(show: "Lear", seat: 1, guest: "Ada"), in: .theatre)
            async let there = house.handle(BookSeat(show: "Lear", seat: 1, guest: "Bob"), in: .otherTheatre)
            #expect(try await here.positions == 1...1)
            #expect(try await there.positions == 1...1)
            let plans = try await house.query("SELECT document->'seats'->>'1' FROM seating_plan ORDER BY clinic_id")
            #expect(try plans.map { try $0.text(0) } == ["Ada", "Bob"])
        }
    }

    @Test func `a document that a projection deletes is removed from its table`() async throws {
        try await TheatreProcess.run(TestDatabase.current) { process in
            let house = process.house
            try await house.handle(BookSeat(show: "Lear", seat: 1, guest: "Ada"))
            #expect(try await house.numbers("SELECT count(*) FROM ticket") == [1])
            try await house.handle(ReleaseSeat(show: "Lear", seat: 1))
            #expect(try await house.numbers("SELECT count(*) FROM ticket") == [0])
        }
    }

    @Test func `the PostgreSQL role chairside_server can neither change nor delete events`() async throws {
        try await TheatreProcess.run(TestDatabase.current) { process in
            try await process.house.handle(BookSeat(show: "Lear", seat: 1, guest: "Ada"))
            await #expect(throws: (any Error).self) { try await process.house.query("DELETE FROM event") }
            let rights = try await process.house.query(
                """
                SELECT has_table_privilege('chairside_server', name, 'UPDATE')
                    OR has_table_privilege('chairside_server', name, 'DELETE')
                    OR has_table_privilege('chairside_server', name, 'TRUNCATE')
                FROM unnest(ARRAY['event', 'event_tag']) AS name
                """)
            #expect(try rights.map { try $0.bool(0) } == [false, false])
        }
    }

    @Test(
        arguments: [
            "UPDATE event SET position = 7", "DELETE FROM event", "TRUNCATE event", "UPDATE event_tag SET position = 7",
            "DELETE FROM event_tag", "TRUNCATE event_tag",
        ] as [Statement])
    func `events and tags cannot be changed or deleted, even by their tables' owner`(_ change: Statement) async throws {
        let database = try TestDatabase.current
        try await TheatreProcess.run(database) { process in
            try await process.house.handle(BookSeat(show: "Lear", seat: 1, guest: "Ada"))
        }
        await #expect(throws: PostgresError.self) { try await database.run(change) }
    }
}

func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

extension Result where Failure == LogFailure<TheatreRejection> {
    func isRejected(_ rejection: TheatreRejection) -> Bool {
        if case .failure(.rejected(let actual)) = self { actual == rejection } else { false }
    }

    var isConflict: Bool { if case .failure(.conflict) = self { true } else { false } }
}
