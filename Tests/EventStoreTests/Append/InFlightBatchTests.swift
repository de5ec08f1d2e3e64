import EventLoop
import EventStore
import Identifiers
import PostgresClient
import TestSupport
import Testing
import Theatre

@Suite struct `Batches in flight` {
    private final class Mark { var isSet = false }

    /// Lets a caller wait until a batch in flight has settled the transaction that wrote the feed's present end.
    /// Returns whether the caller has continued, at two moments: before and after the batch's latest transaction is
    /// settled.
    ///
    /// - Parameter continues: whether the batch settles that transaction and plans another one after the caller has
    ///   found that the batch wrote the feed's end, and before the caller waits.
    private func returns(continues: Bool) async throws -> [Bool] {
        try await withLoop { loop in
            try await loop.run {
                let batch = InFlightBatch(
                    Batch<TheatreEvent>(1, commandLimit: 1, eventLimit: 1, waiting: 0),
                    Writer(PostgresConfiguration(conninfo: ""), on: loop))
                let end = FeedEnd(position: 3, token: 7)
                batch.plans([.theatre: FeedMove(from: FeedEnd(position: 2, token: 5), to: end)], optimistic: false)
                let feeds: [UUIDBytes: FeedEnd] = [.theatre: end]
                let mark = LoopBound(Mark(), on: loop)
                let bound = LoopBound(batch, on: loop)
                let caller = loop.task {
                    guard bound.value.hasLeft(feeds) else { return }
                    if continues {
                        bound.value.isSettled()
                        let next = FeedMove(from: end, to: FeedEnd(position: 4, token: 9))
                        bound.value.plans([.theatre: next], optimistic: true)
                    }
                    await bound.value.settled(leaving: feeds)
                    mark.value.isSet = true
                }
                var seen: [Bool] = []
                for _ in 0..<20 { await Task.yield() }
                seen.append(mark.value.isSet)
                batch.isSettled()
                for _ in 0..<20 { await Task.yield() }
                seen.append(mark.value.isSet)
                batch.ends()
                await caller.value
                return seen
            }
        }
    }

    @Test
    func `an append that holds a feed's lock does not wait for a transaction that began later and waits for this lock`()
        async throws
    {
        #expect(try await returns(continues: true) == [true, true])
    }

    @Test func `an append that reads a feed's end waits until the transaction that wrote this end is settled`()
        async throws
    {
        #expect(try await returns(continues: false) == [false, true])
    }
}
