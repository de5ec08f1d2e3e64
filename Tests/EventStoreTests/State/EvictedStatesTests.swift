import EventLoop
import EventSourcing
import EventStore
import Identifiers
import SQL
import Synchronization
import TestSupport
import Testing
import Theatre

@Suite(.database(.theatre), .timeLimit(.minutes(30))) struct `Evicted decision models` {
    /// Another process has appended an event that the cached state of the decision lacks. Between the decision and the
    /// append, that state is evicted from the cache.
    @Test func `a command whose cached state is evicted before the append is decided again on all events`() async throws
    {
        let database = try TestDatabase.current
        var limits = EventLogLimits()
        limits.cachedClinics = 1
        try await TheatreProcess.run(database, limits: limits) { one in
            try await TheatreProcess.run(database) { other in
                try await one.house.handle(BookSeat(show: "Lear", seat: 1, guest: "Ada"))
                // Run a command that is rejected, after which the process has cached that seat 2 of the show Lear is
                // free.
                #expect(await !one.house.verdict(ReleaseSeat(show: "Lear", seat: 2)).isSuccess)
                try await other.house.handle(BookSeat(show: "Lear", seat: 2, guest: "Bob"))
                let late = await one.house.verdict(BookAndLookElsewhere(house: one.house))
                #expect(late.isRejected(.seatTaken(by: "Bob")))
                #expect(try await one.house.numbers("SELECT last_position FROM clinic_feed") == [2])
            }
        }
    }
}

struct `The capacity of the cache` {
    @Test func `200 clinics' cached states exceed their common capacity by one clinic's states at most`() {
        var caches = StateCaches<TheatreEvent>(clinics: 500, states: 1_000)
        for clinic in 1...200 {
            let cache = caches[UUIDBytes(high: 1, low: UInt64(clinic))].cache
            var model = DecisionModel(cache)
            for seat in 1...100 { _ = model[.seat("Lear", seat)] }
            cache.load(model.missing, after: StateCache.request(missing: model.missing), events: [], upTo: 1)
            // The capacity of 1,000 states may be exceeded by the 100 states of one clinic, since they are counted only
            // when the next clinic's cache is created.
            #expect(caches.count <= 1_100)
        }
        #expect(caches.count >= 1_000)
    }
}

/// Books a seat that is free in the cached state. Before the append, it reads a state of another clinic. This read
/// evicts the seat's state from the cache.
private struct BookAndLookElsewhere: Decision {
    let house: TheatreProcess.House
    private let once = Once()

    init(house: TheatreProcess.House) { self.house = house }

    func decide(_ model: inout DecisionModel<TheatreEvent>, at now: Instant) throws(TheatreRejection) -> [TheatreEvent]
    {
        let events = try BookSeat(show: "Lear", seat: 2, guest: "Ada").decide(&model, at: now)
        if once.isFirst {
            house.log.execute { log in
                _ = log.readFromMemory(.otherTheatre) { model in model[.seat("Lear", 1)].guest }
            }
        }
        return events
    }
}

private final class Once: Sendable {
    private let isTaken = Mutex(false)

    var isFirst: Bool {
        isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
    }
}
