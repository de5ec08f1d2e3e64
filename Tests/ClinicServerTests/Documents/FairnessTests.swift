import ClinicServer
import EventLoop
import Identifiers
import PostgresClient
import TestSupport
import Testing

@Suite struct FairnessTests {
    @Test func `a fair queue serves its keys in turn, and an entry that is put back is the first of its key again`() {
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

    @Test func `a fair queue can remove any chosen entry, or the newest entry of the key with the most entries`() {
        var queue = FairQueue<String, Int>()
        queue.append(10, in: "b")
        for number in 1...4 { queue.append(number, in: "a") }
        #expect(queue.popLastOfLongest() == 4)
        queue.remove(in: "a") { $0 == 2 }
        queue.remove(in: "c") { _ in true }
        #expect(queue.count == 3)
        queue.remove(in: "b") { $0 == 10 }
        #expect((0..<3).map { _ in queue.popFirst() } == [1, 3, nil])
        #expect(queue.isEmpty)
        #expect(queue.popLastOfLongest() == nil)
        queue.append(11, in: "b")
        #expect(queue.popFirst() == 11)
    }

    @Test func `a clinic's request queued after a thousand requests of another clinic is served second`() async throws {
        try await EventLoop.with { loop in
            let gate = FairGate(on: loop, room: 1, waitingRoom: 2_000, patience: .seconds(3_600))
            let (flood, lone) = (UUIDBytes(high: 1, low: 1), UUIDBytes(high: 2, low: 2))
            try await gate.enter(flood)
            let order = Order()
            var tasks: [Task<Void, any Error>] = []
            for number in 0..<1_000 {
                tasks.append(
                    loop.task {
                        try await gate.enter(flood)
                        order.add(number)
                        gate.leave()
                    })
            }
            try await loop.settle()
            tasks.append(
                loop.task {
                    try await gate.enter(lone)
                    order.add(-1)
                    gate.leave()
                })
            try await loop.settle()
            gate.leave()
            for task in tasks { try await task.value }
            #expect(order.all.firstIndex(of: -1) == 1)
            #expect(order.all.filter { $0 >= 0 } == Array(0..<1_000))
        }
    }

    /// Starts a task that waits until the gate admits a request of the clinic. The task returns the error if the gate
    /// refuses.
    private func enter(_ gate: FairGate, _ clinic: UUIDBytes, on loop: EventLoop) async throws -> Task<
        PostgresError?, Never
    > {
        let task = loop.task { () -> PostgresError? in
            do throws(PostgresError) { try await gate.enter(clinic) } catch { return error }
            return nil
        }
        try await loop.settle()
        return task
    }

    @Test func `a full request queue drops the newest request of the clinic with the most queued requests`()
        async throws
    {
        try await EventLoop.with { loop in
            let gate = FairGate(on: loop, room: 1, waitingRoom: 2, patience: .seconds(3_600))
            let (flood, lone) = (UUIDBytes(high: 1, low: 1), UUIDBytes(high: 2, low: 2))
            try await gate.enter(flood)
            let first = try await enter(gate, flood, on: loop)
            let second = try await enter(gate, flood, on: loop)
            #expect(try await enter(gate, flood, on: loop).value == .busy)
            let other = try await enter(gate, lone, on: loop)
            #expect(await second.value == .busy)
            gate.leave()
            #expect(await first.value == nil)
            gate.leave()
            #expect(await other.value == nil)
        }
    }

    @Test func `a queued request fails at its time limit, and when its task is cancelled`() async throws {
        try await EventLoop.with { loop in
            let clinic = UUIDBytes(high: 1, low: 1)
            let short = FairGate(on: loop, room: 1, waitingRoom: 10, patience: .milliseconds(1))
            try await short.enter(clinic)
            #expect(try await enter(short, clinic, on: loop).value == .timedOut)
            let gate = FairGate(on: loop, room: 1, waitingRoom: 10, patience: .seconds(3_600))
            try await gate.enter(clinic)
            let gone = try await enter(gate, clinic, on: loop)
            let next = try await enter(gate, clinic, on: loop)
            gone.cancel()
            #expect(await gone.value == .cancelled)
            // The gate skips the cancelled request, and admits the next one in the queue.
            gate.leave()
            #expect(await next.value == nil)
            gate.leave()
            try await gate.enter(clinic)
        }
    }
}

private final class Order {
    private(set) var all: [Int] = []
    func add(_ number: Int) { all.append(number) }
}
