import ClinicServer
import Endpoints
import Identifiers
import Synchronization
import TestSupport
import Testing

/// Tests a line of tasks. Each test holds the only place until the interleaving that its name describes has happened.
@Suite(.timeLimit(.minutes(30))) struct FairLineTests {
    private let one = Sharer(clinic: UUIDBytes(high: 1, low: 0), person: UUIDBytes(high: 0, low: 1))
    private let other = Sharer(clinic: UUIDBytes(high: 2, low: 0), person: UUIDBytes(high: 0, low: 3))

    private func line(patience: Duration = .seconds(600), waiters: Int = 9, each: Int = 9) -> FairLine {
        FairLine(
            .init(places: 1, ofClinic: 1, ofPerson: 1, waiters: waiters, waitersOfPerson: each), patience: patience)
    }

    /// Work that keeps a place of the line until the barrier opens.
    private func hold(_ line: FairLine, _ barrier: Barrier) async throws -> Held<Void> {
        let held = Held { [one] in try await line.run(for: one) { await barrier.opened() } }
        await seen { !line.isIdle }
        return held
    }

    private func status(_ held: Held<Void>) async -> Int {
        do {
            try await held.value
            return 200
        } catch let problem as Problem { return problem.status } catch { return 0 }
    }

    @Test func `waiters that came while the place was taken run in turns after it is left, and the line is idle`()
        async throws
    {
        let (line, barrier, order) = (line(), Barrier(), Order())
        let first = try await hold(line, barrier)
        var waiters: [Held<Void>] = []
        for (number, sharer) in [(1, one), (2, one), (20, other)] {
            waiters.append(Held { try await line.run(for: sharer) { order.add(number) } })
            await seen { line.waiting == waiters.count }
        }
        barrier.open()
        try await first.value
        for waiter in waiters { try await waiter.value }
        #expect(order.numbers == [1, 20, 2])
        #expect(line.isIdle)
    }

    @Test func `a waiter whose task is cancelled while the place is taken gets 503, and the next one is admitted`()
        async throws
    {
        let (line, barrier, order) = (line(), Barrier(), Order())
        let first = try await hold(line, barrier)
        let gone = Held { [one] in try await line.run(for: one) { order.add(1) } }
        await seen { line.waiting == 1 }
        let next = Held { [other] in try await line.run(for: other) { order.add(20) } }
        await seen { line.waiting == 2 }
        gone.cancel()
        #expect(await status(gone) == 503)
        #expect(line.waiting == 1)
        barrier.open()
        try await first.value
        try await next.value
        #expect(order.numbers == [20])
        #expect(line.isIdle)
    }

    @Test func `a waiter whose patience has ended when the place is left gets 503, and takes no place`() async throws {
        let (line, barrier) = (line(patience: .seconds(-1)), Barrier())
        let first = try await hold(line, barrier)
        let late = Held { [other] in try await line.run(for: other) {} }
        await seen { line.waiting == 1 }
        barrier.open()
        try await first.value
        #expect(await status(late) == 503)
        #expect(line.isIdle)
    }

    @Test func `a person with too many waiters gets 429, and another clinic that then comes pushes out one of them`()
        async throws
    {
        let (line, barrier) = (line(waiters: 2, each: 2), Barrier())
        let first = try await hold(line, barrier)
        var own: [Held<Void>] = []
        for _ in 1...2 {
            own.append(Held { [one] in try await line.run(for: one) {} })
            await seen { line.waiting == own.count }
        }
        let third = Held { [one] in try await line.run(for: one) {} }
        #expect(await status(third) == 429)
        let guest = Held { [other] in try await line.run(for: other) {} }
        #expect(await status(own[1]) == 503)
        barrier.open()
        #expect(await status(first) == 200)
        #expect(await status(own[0]) == 200)
        #expect(await status(guest) == 200)
        #expect(line.isIdle)
    }

    @Test func `work that fails leaves its place`() async throws {
        let line = line()
        await #expect(throws: Failure.self) { try await line.run(for: one) { throw Failure() } }
        #expect(line.isIdle)
        try await line.run(for: one) {}
    }
}

private struct Failure: Error {}

/// Waits until a condition holds. Tests that compute for minutes may keep all threads of the tasks, so the suite's time
/// limit is the only one.
private func seen(_ condition: () -> Bool) async { while !condition() { await Task.yield() } }

/// Keeps tasks until it is opened.
private final class Barrier: Sendable {
    private let (stream, continuation) = AsyncStream<Void>.makeStream()

    func opened() async { for await _ in stream {} }
    func open() { continuation.finish() }
}

/// The numbers that tasks added, in their order.
private final class Order: Sendable {
    private let added = Mutex<[Int]>([])

    var numbers: [Int] { added.withLock { $0 } }
    func add(_ number: Int) { added.withLock { $0.append(number) } }
}
