import Identifiers
import Projections
import Testing
import Theatre

@Suite struct AsyncWorkQueueTests {
    private let plans = AsyncWork(model: 0, clinic: .theatre)
    private let tickets = AsyncWork(model: 1, clinic: .theatre)
    private let others = AsyncWork(model: 0, clinic: .otherTheatre)

    /// Begins as much as is allowed.
    private func beginAll(_ queue: inout AsyncWorkQueue, atOnce limit: Int = 4) -> [AsyncWork] {
        var begun: [AsyncWork] = []
        while let work = queue.begin(atOnce: limit) { begun.append(work) }
        return begun
    }

    @Test func `work is run in the order in which it was added, and once however often it was added`() {
        var queue = AsyncWorkQueue()
        for work in [plans, tickets, plans] { queue.add(work, isOurs: true) }
        let begun = beginAll(&queue)
        #expect(begun == [plans, tickets])
    }

    @Test func `no more work is run at once than is allowed`() {
        var queue = AsyncWorkQueue()
        for work in [plans, tickets, others] { queue.add(work, isOurs: true) }
        let first = beginAll(&queue, atOnce: 2)
        queue.end(plans)
        let second = beginAll(&queue, atOnce: 2)
        #expect(first == [plans, tickets])
        #expect(second == [others])
    }

    @Test func `work that is added while it runs is not run twice at once, and is reported when it ends`() {
        var queue = AsyncWorkQueue()
        queue.add(plans, isOurs: true)
        _ = beginAll(&queue)
        queue.add(plans, isOurs: true)
        let meanwhile = beginAll(&queue)
        let wasAdded = queue.end(plans)
        queue.add(plans, isOurs: true)
        let again = beginAll(&queue)
        let wasAddedAgain = queue.end(plans)
        #expect(meanwhile == [])
        #expect(wasAdded)
        #expect(again == [plans])
        #expect(!wasAddedAgain)
    }

    @Test func `work without a lease is not run, and is not gathered any more`() {
        var queue = AsyncWorkQueue()
        queue.gather([plans, tickets])
        queue.add(plans, isOurs: false)
        let begun = beginAll(&queue)
        let gathered = queue.takeGathered()
        #expect(begun == [])
        #expect(gathered == [tickets])
    }
}
