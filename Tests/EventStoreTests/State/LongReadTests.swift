import EventLoop
import EventSourcing
import EventStore
import TestSupport
import Testing
import Theatre

@Suite(.database(.theatre)) struct `Reads of many events` {
    /// Reads 6,000 events. Returns the longest time in which the event loop ran no other work, and the duration of the
    /// read, both in nanoseconds.
    private func longestGap(_ house: TheatreProcess.House) async throws -> (gap: UInt64, all: UInt64) {
        try await house.log.run { log in
            let ticks = Ticks(log.loop)
            let begun = NanosecondClock.now
            let seats = try await log.read(.theatre) { model in model[.guest("Ada")].seats }
            #expect(seats == 6_000)
            return (ticks.stop(), NanosecondClock.now - begun)
        }
    }

    @Test func `a read of 6,000 events delays other work of its loop by at most a third of the read`() async throws {
        let database = try TestDatabase.current
        try await TheatreProcess.run(database, projections: .ticketsAlone) { process in
            for part in 0..<6 {
                let seats = (part * 1_000)..<((part + 1) * 1_000)
                try await process.house.handle(BookRow(show: "Lear", seats: seats, guest: "Ada"))
            }
        }
        // Another process may occupy the processor during one of the three reads, but hardly during all of them. The
        // read with the shortest interruption counts.
        var shares: [Double] = []
        for _ in 0..<3 {
            try await TheatreProcess.run(database, projections: .ticketsAlone) { process in
                let (gap, all) = try await longestGap(process.house)
                shares.append(Double(gap) / Double(all))
            }
        }
        #expect(shares.min() ?? 1 < 0.34, "\(shares)")
    }
}

/// Runs a timer on an event loop every millisecond, and measures the longest time between two calls of it.
private final class Ticks {
    private let loop: EventLoop
    private var last = NanosecondClock.now
    private var longest: UInt64 = 0
    private var next: Deadline?

    init(_ loop: EventLoop) {
        self.loop = loop
        tick()
    }

    private func tick() {
        note()
        next = loop.schedule(after: .milliseconds(1)) { [weak self] in self?.tick() }
    }

    private func note() {
        let now = NanosecondClock.now
        longest = max(longest, now - last)
        last = now
    }

    func stop() -> UInt64 {
        next?.cancel()
        note()
        return longest
    }
}
