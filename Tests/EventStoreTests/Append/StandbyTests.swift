import EventLoop
import EventSourcing
import EventStore
import Migrations
import PostgresClient
import SQL
import TestSupport
import Testing
import Theatre

/// Tests appends whose wait for the standby is cancelled. Such an append exists only on the primary, and is lost if the
/// primary is lost.
@Suite(.timeLimit(.minutes(30))) struct `An append that stops waiting for the standby` {
    /// Runs `body` with two processes after seat 1 was booked for Ada. From then on, commits wait for a standby that is
    /// not connected.
    private func withoutStandby(
        _ projections: [AnyProjection<TheatreEvent>], _ limits: EventLogLimits = EventLogLimits(),
        _ body:
            @escaping @Sendable (
                _ one: TheatreProcess.House, _ other: TheatreProcess.House, _ observer: PostgresConnection
            ) async throws -> Void
    ) async throws {
        let postgres = try await PrivatePostgres.dedicated(.durable)
        defer { postgres.remove() }
        let conninfo = postgres.conninfo()
        try await EventLoop.with { loop in
            let configuration = PostgresConfiguration(conninfo: conninfo)
            _ = try await Migrator(Migration.theatre).run(configuration, on: loop)
            let observer = try await PostgresConnection.connect(configuration, on: loop)
            defer { observer.close() }
            try await TheatreProcess.run(conninfo: conninfo, projections: projections, limits: limits) { one in
                try await TheatreProcess.run(conninfo: conninfo, projections: projections, limits: limits) { other in
                    try await one.house.handle(BookSeat(show: "Lear", seat: 1, guest: "Ada"))
                    try await observer.awaitStandby()
                    try await body(one.house, other.house, observer)
                }
            }
        }
    }

    @Test(arguments: [[AnyProjection<TheatreEvent>].theatre, .ticketsAlone])
    func `an append that stopped waiting for the standby is acknowledged only after a later commit is confirmed`(
        projections: [AnyProjection<TheatreEvent>]
    ) async throws {
        try await withoutStandby(projections) { one, _, observer in
            let booking = Held<TheatreVerdict> {
                await one.verdict(BookSeat(show: "Lear", seat: 2, guest: "Ada"), id: .command(1))
            }
            let began = try await observer.sessionsAwaitStandby(in: booking)
            try await observer.cancelWaitForStandby()
            // The append has been committed on the primary, so the process only has to find the append there and to
            // confirm it with another commit.
            try await observer.sessionsAwaitStandby(since: began, in: booking)
            #expect(!booking.isOver)
            try await observer.forgoStandby()
            let outcome = try await booking.value.get()
            #expect(outcome.status == .new)
            #expect(try await one.numbers("SELECT count(*) FROM event") == [2])
        }
    }

    /// The first process's append has released the seat, so the other process's decision rejects the retried command.
    /// The other process then writes nothing, and finds the first append by a read.
    @Test func `a retry in another process does not acknowledge an append that the standby has not confirmed`()
        async throws
    {
        try await withoutStandby(.ticketsAlone) { one, other, observer in
            let release = ReleaseSeat(show: "Lear", seat: 1)
            let first = Held<TheatreVerdict> { await one.verdict(release, id: .command(1)) }
            let began = try await observer.sessionsAwaitStandby(in: first)
            try await observer.cancelWaitForStandby()
            try await observer.sessionsAwaitStandby(since: began, in: first)
            let again = Held<TheatreVerdict> { await other.verdict(release, id: .command(1)) }
            try await observer.sessionsAwaitStandby(2, since: began, in: again)
            #expect(!first.isOver)
            #expect(!again.isOver)
            try await observer.forgoStandby()
            #expect(try await first.value.get().status == .new)
            #expect(try await again.value.get().status == .replayed)
            #expect(try await one.numbers("SELECT count(*) FROM event") == [2])
        }
    }

    @Test func `an append that the standby has not confirmed at its deadline has an unknown outcome`() async throws {
        var limits = EventLogLimits()
        limits.unknownOutcomeDeadline = .zero
        try await withoutStandby(.ticketsAlone, limits) { one, _, observer in
            let booking = Held<TheatreVerdict> {
                await one.verdict(BookSeat(show: "Lear", seat: 2, guest: "Ada"), id: .command(1))
            }
            try await observer.sessionsAwaitStandby(in: booking)
            try await observer.cancelWaitForStandby()
            guard case .failure(.outcomeUnknown) = try await booking.value else {
                Issue.record("it was told as done")
                return
            }
        }
    }
}
