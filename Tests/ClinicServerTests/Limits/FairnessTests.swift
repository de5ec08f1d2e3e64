import ClinicServer
import EventLoop
import Identifiers
import PostgresEventLog
import TestSupport
import Testing

@Suite struct FairnessTests {
    @Test func `lanes take turns, and what is put back comes first in its lane`() {
        var queue = FairQueue<String, Int>()
        for number in 1...4 { queue.append(number, in: "a") }
        queue.append(10, in: "b")
        queue.append(20, in: "c")
        #expect(queue.popFirst() == 1)
        queue.prepend(1, in: "a")
        #expect(queue.count == 6)
        #expect((0..<6).compactMap { _ in queue.popFirst() } == [10, 20, 1, 2, 3, 4])
        #expect(queue.popFirst() == nil)
        #expect(queue.isEmpty)
        queue.append(5, in: "a")
        #expect(queue.popFirst() == 5)
    }

    @Test func `whoever asks behind a thousand of another clinic's comes in second`() async throws {
        try await EventLoop.with { loop in
            let gate = FairGate(room: 1)
            let (flood, lone) = (UUIDBytes(high: 1, low: 1), UUIDBytes(high: 2, low: 2))
            await gate.enter(flood)
            let order = Order()
            var tasks: [Task<Void, Never>] = []
            for number in 0..<1_000 {
                tasks.append(
                    Task(executorPreference: loop) {
                        await gate.enter(flood)
                        order.add(number)
                        gate.leave()
                    })
            }
            try await loop.turn()
            tasks.append(
                Task(executorPreference: loop) {
                    await gate.enter(lone)
                    order.add(-1)
                    gate.leave()
                })
            try await loop.turn()
            gate.leave()
            for task in tasks { await task.value }
            #expect(order.all.firstIndex(of: -1) == 1)
            #expect(order.all.filter { $0 >= 0 } == Array(0..<1_000))
        }
    }
}

/// Touched on one loop alone.
private final class Order: @unchecked Sendable {
    private(set) var all: [Int] = []
    func add(_ number: Int) { all.append(number) }
}
