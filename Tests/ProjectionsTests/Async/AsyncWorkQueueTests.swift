import Identifiers
import Projections
import Testing
import Theatre

@Suite struct AsyncWorkQueueTests {
    private let plans = AsyncWork(model: 0, clinic: .theatre)
    private let tickets = AsyncWork(model: 1, clinic: .theatre)
    private let others = AsyncWork(model: 0, clinic: .otherTheatre)

    /// Begins entries of the queue of asynchronous projections until `limit` entries run or none waits, and returns
    /// those that it has begun.
    private func beginAll(_ queue: inout AsyncWorkQueue, atOnce limit: Int = 4) -> [AsyncWork] {
        var begun: [AsyncWork] = []
        while let work = queue.begin(atOnce: limit) { begun.append(work) }
        return begun
    }

    @Test func `a queue of asynchronous projections runs each entry once, in the order of addition`() {
        var queue = AsyncWorkQueue()
        for work in [plans, tickets, plans] { queue.add(work, isOurs: true) }
        let begun = beginAll(&queue)
        #expect(begun == [plans, tickets])
    }

    @Test func `a queue of asynchronous projections runs no more entries at once than its limit`() {
        var queue = AsyncWorkQueue()
        for work in [plans, tickets, others] { queue.add(work, isOurs: true) }
        let first = beginAll(&queue, atOnce: 2)
        queue.end(plans)
        let second = beginAll(&queue, atOnce: 2)
        #expect(first == [plans, tickets])
        #expect(second == [others])
    }

    @Test func `an asynchronous projection that is queued again during its run runs again after it`() {
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

    @Test func `an asynchronous projection whose lease another server has is removed from the queue`() {
        var queue = AsyncWorkQueue()
        queue.gather([plans, tickets])
        queue.add(plans, isOurs: false)
        let begun = beginAll(&queue)
        let gathered = queue.takeGathered()
        #expect(begun == [])
        #expect(gathered == [tickets])
    }
}
