import Dispatch
import EventLoop
import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import SQL
import Synchronization
import TestSupport
import Testing
import Theatre

@Suite(.database(.theatre)) struct `Commands with an id` {
    private let booking = BookSeat(show: "Lear", seat: 1, guest: "Ada")

    @Test func `a command sent fifty times at once from two processes has one effect and one answer`() async throws {
        let database = try TestDatabase.current
        try await TheatreProcess.run(loops: 2, database) { one in
            try await TheatreProcess.run(database) { other in
                let houses = one.houses + other.houses
                let verdicts = await allAtOnce(0..<50) { number in
                    await houses[number % 3].verdict(
                        BookBlindly(show: "Lear", seat: 1, guest: "Ada"), id: .command(1), answer: .plan("Lear"))
                }
                let outcomes = verdicts.compactMap { try? $0.get() }
                #expect(outcomes.count == 50)
                #expect(outcomes.count { $0.status == .new } == 1)
                #expect(Set(outcomes.map(\.answer)).count == 1)
                #expect(Set(outcomes.map(\.positions)) == [1...1])
                let count1 = try await one.house.numbers("SELECT count(*) FROM event")
                #expect(count1 == [1])
            }
        }
    }

    @Test func `a repeated command gets the same answer as the first time, even if other events were appended since`()
        async throws
    {
        try await TheatreProcess.run(TestDatabase.current) { process in
            let house = process.house
            let place = AnswerPlace(SeatingPlan.table, .text("Lear"), location: "/shows/Lear")
            let first = try await house.handle(booking, id: .command(1), answer: place)
            try await house.handle(BookSeat(show: "Lear", seat: 2, guest: "Bob"))
            let again = try await house.handle(booking, id: .command(1), answer: .plan("Lear"))
            #expect(again.status == .replayed)
            #expect(again.answer == first.answer)
            #expect(again.location == "/shows/Lear")
            #expect(again.positions == first.positions)
        }
    }

    @Test
    func `a retry fails if the command's stored answer was deleted, and is replayed if the answer is still stored`()
        async throws
    {
        let database = try TestDatabase.current
        try await TheatreProcess.run(database) { process in
            let house = process.house
            try await house.handle(booking, id: .command(1), answer: .plan("Lear"))
            try await database.run("UPDATE command SET recorded_at = now() - interval '31 days'")
            try await house.handle(
                BookSeat(show: "Lear", seat: 2, guest: "Bob"), id: .command(2), answer: .plan("Lear"))
            let configuration = PostgresConfiguration(conninfo: database.conninfo, role: "chairside_server")
            // Set the time of the second command to now, so that its stored answer is not old enough to be deleted. The
            // command was recorded with the time of the tests' clock, which stands still in 2026.
            try await database.run("UPDATE command SET recorded_at = now() WHERE command_id = \(UUIDBytes.command(2))")
            let dropped = try await house.loop.run { [loop = house.loop] in
                let retention = AnswerRetention(on: loop, configuration)
                let dropped = try await retention.dropAll()
                await retention.stop()
                return dropped
            }
            #expect(dropped == 1)
            let late = await house.verdict(booking, id: .command(1), answer: .plan("Lear"))
            guard case .failure(.answerDropped) = late else { throw LateVerdict(verdict: late) }
            let young = try await house.handle(
                BookSeat(show: "Lear", seat: 2, guest: "Bob"), id: .command(2), answer: .plan("Lear"))
            #expect(young.status == .replayed && young.answer != nil)
            let count = try await house.numbers("SELECT count(*) FROM event")
            #expect(count == [2])
        }
    }

    private struct LateVerdict: Error { let verdict: TheatreVerdict }

    @Test func `a repeated command is replayed even if the decision would now reject the command`() async throws {
        let database = try TestDatabase.current
        try await TheatreProcess.run(database) { process in
            try await process.house.handle(ReleaseOrBook(), id: .command(1))
        }
        // Another process has no memory of the command, but finds in the database that the command booked the seat.
        try await TheatreProcess.run(database) { process in
            let again = try await process.house.handle(ReleaseOrBook(), id: .command(1))
            #expect(again.status == .replayed)
            #expect(again.positions == 1...1)
        }
    }

    @Test func `a command that a decision rejects is replayed if another process has appended the command meanwhile`()
        async throws
    {
        let database = try TestDatabase.current
        try await TheatreProcess.run(database) { one in
            try await TheatreProcess.run(database) { other in
                let pause = Pause()
                async let late = one.house.verdict(BookAfterPause(pause: pause), id: .command(1), answer: .plan("Lear"))
                await pause.begun()
                let first = try await other.house.handle(ReleaseOrBook(), id: .command(1), answer: .plan("Lear"))
                pause.end()
                let again = try await late.get()
                #expect(again.status == .replayed)
                #expect(again.positions == first.positions)
                #expect(again.answer == first.answer)
            }
        }
    }

    @Test
    func `a command with the id of an earlier, different command of the same caller is refused, and appends no event`()
        async throws
    {
        try await TheatreProcess.run(TestDatabase.current) { process in
            let house = process.house
            try await house.handle(booking, id: .command(1), hash: [1])
            await #expect(throws: (any Error).self) {
                try await house.handle(BookSeat(show: "Lear", seat: 9, guest: "Ada"), id: .command(1), hash: [2])
            }
            let count2 = try await house.numbers("SELECT count(*) FROM event")
            #expect(count2 == [1])
        }
    }

    @Test func `a command that reuses the id of another caller's command is refused`() async throws {
        try await TheatreProcess.run(TestDatabase.current) { process in
            let house = process.house
            let actor = Actor.account(UUIDBytes(high: 1, low: 1), role: "usher")
            try await house.handle(booking, id: .command(1), actor: actor)
            await #expect(throws: (any Error).self) { try await house.handle(booking, id: .command(1)) }
        }
    }

    @Test func `a command that changed nothing is replayed when repeated, even if its decision would now book a seat`()
        async throws
    {
        try await TheatreProcess.run(TestDatabase.current) { process in
            let house = process.house
            try await house.handle(booking)
            let first = try await house.handle(booking, id: .command(1), answer: .plan("Lear"))
            #expect(first.status == .unchanged)
            try await house.handle(ReleaseSeat(show: "Lear", seat: 1))
            let again = try await house.handle(booking, id: .command(1), answer: .plan("Lear"))
            #expect(again.status == .replayed)
            #expect(again.answer == first.answer)
            let count3 = try await house.numbers("SELECT count(*) FROM event")
            #expect(count3 == [2])
        }
    }

    @Test func `the same command id in two clinics identifies two commands`() async throws {
        try await TheatreProcess.run(TestDatabase.current) { process in
            let here = try await process.house.handle(booking, in: .theatre, id: .command(1))
            let there = try await process.house.handle(booking, in: .otherTheatre, id: .command(1))
            #expect(here.status == .new)
            #expect(there.status == .new)
        }
    }
}

/// Decides like `ReleaseOrBook`. But after it has read the seat, it blocks once until the test lets it continue, and
/// then reads another state.
private struct BookAfterPause: Decision {
    let pause: Pause

    func decide(_ model: inout DecisionModel<TheatreEvent>, at now: Instant) throws(TheatreRejection) -> [TheatreEvent]
    {
        let seat = model[.seat("Lear", 1)]
        guard model.missing.isEmpty else { return [] }
        pause.takeOnce()
        _ = model[.guest("Ada")]
        if let guest = seat.guest { throw .seatTaken(by: guest) }
        return [.seatBooked(SeatBooked(show: "Lear", seat: 1, guest: "Ada"))]
    }
}

/// Blocks an event loop once, until the test lets the loop continue.
private final class Pause: Sendable {
    private let beginning = AsyncStream<Void>.makeStream()
    private let ending = DispatchSemaphore(value: 0)
    private let isTaken = Mutex(false)

    func takeOnce() {
        let isFirst = isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
        guard isFirst else { return }
        beginning.continuation.finish()
        ending.wait()
    }

    func begun() async { for await _ in beginning.stream {} }

    func end() { ending.signal() }
}

/// Books seat 1 of the show Lear, and rejects the command if the seat is taken. So a second run of the decision, after
/// the booking, rejects the command.
private struct ReleaseOrBook: Decision {
    func decide(_ model: inout DecisionModel<TheatreEvent>, at now: Instant) throws(TheatreRejection) -> [TheatreEvent]
    {
        if let guest = model[.seat("Lear", 1)].guest { throw .seatTaken(by: guest) }
        return [.seatBooked(SeatBooked(show: "Lear", seat: 1, guest: "Ada"))]
    }
}
