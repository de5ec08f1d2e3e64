import EventLoop
import Testing

struct DeadlineTests {
    @Test func `deadlines fire in order and never early, and cancelled deadlines never fire`() async throws {
        try await withLoop { loop in
            let recorder = Recorder<Int>()
            let done = Event<Void>()
            loop.execute {
                let start = ContinuousClock.now
                for delay in [90, 30, 60, 0, 31, 120] {
                    loop.schedule(after: .milliseconds(delay)) {
                        #expect(start.duration(to: .now) >= .milliseconds(delay - 1))
                        recorder.record(delay)
                    }
                }
                let cancelled = loop.schedule(after: .milliseconds(40)) { Issue.record("cancelled") }
                #expect(cancelled.isPending)
                cancelled.cancel()
                #expect(!cancelled.isPending)
                let late = loop.schedule(after: .milliseconds(80)) { Issue.record("cancelled by another") }
                loop.schedule(after: .milliseconds(50)) { late.cancel() }
                let postponed = loop.schedule(after: .milliseconds(20)) { recorder.record(100) }
                #expect(postponed.postpone(to: .milliseconds(105)))
                loop.schedule(after: .milliseconds(150)) { done.fire() }
            }
            await done.value
            #expect(recorder.values == [0, 30, 31, 60, 90, 100, 120])
        }
    }

    @Test func `a deadline that is due can still be cancelled by the handler of an earlier deadline`() async throws {
        try await withLoop { loop in
            let done = Event<Void>()
            loop.execute {
                let holder = Holder()
                loop.schedule(after: .milliseconds(11)) {
                    holder.deadline?.cancel()
                    loop.schedule(after: .milliseconds(30)) { done.fire() }
                }
                holder.deadline = loop.schedule(after: .milliseconds(12)) { Issue.record("cancelled") }
                // Block the event loop for 40 ms. Then both scheduled functions are overdue, and the first one cancels
                // the second.
                let start = ContinuousClock.now
                while start.duration(to: .now) < .milliseconds(40) {}
            }
            await done.value
        }
    }

    final class Holder { var deadline: Deadline? }

    @Test func `a deadline that is due and is postponed by the handler of an earlier deadline fires later`()
        async throws
    {
        try await withLoop { loop in
            let done = Event<Duration>()
            loop.execute {
                let holder = Holder()
                let start = ContinuousClock.now
                loop.schedule(after: .milliseconds(11)) { holder.deadline?.postpone(to: .milliseconds(200)) }
                holder.deadline = loop.schedule(after: .milliseconds(12)) { done.fire(start.duration(to: .now)) }
                // Block the event loop for 40 ms. Then both scheduled functions are overdue, and the first one postpones
                // the second.
                while start.duration(to: .now) < .milliseconds(40) {}
            }
            #expect(await done.value >= .milliseconds(200))
        }
    }

    @Test func `a deadline set after a long computation on the event loop does not fire early`() async throws {
        try await withLoop { loop in
            let elapsed = Event<Duration>()
            loop.execute {
                let start = ContinuousClock.now
                while start.duration(to: .now) < .milliseconds(500) {}
                let set = ContinuousClock.now
                loop.schedule(after: .milliseconds(50)) { elapsed.fire(set.duration(to: .now)) }
            }
            #expect(await elapsed.value >= .milliseconds(49))
        }
    }

    @Test func `a task can sleep on an event loop whether or not it runs on the loop`() async throws {
        try await withLoop { loop in
            let start = ContinuousClock.now
            try await loop.sleep(for: .milliseconds(30))
            try await loop.run { try await loop.sleep(for: .milliseconds(30)) }
            #expect(start.duration(to: .now) >= .milliseconds(60))
            #expect(try await loop.run { loop.now + .milliseconds(5) > loop.now })
        }
    }

    @Test func `a sleep on an event loop ends at once when its task is cancelled`() async throws {
        try await withLoop { loop in
            for delay in 0..<200 {
                let sleeper = Task(executorPreference: delay.isMultiple(of: 2) ? loop : nil) {
                    try await loop.sleep(for: .seconds(3600))
                }
                for _ in 0..<(delay % 7) { await Task.yield() }
                sleeper.cancel()
                await #expect(throws: CancellationError.self) { try await sleeper.value }
            }
        }
    }

    @Test
    func `adding a duration to a monotonic time rounds up to milliseconds, and the longest duration does not overflow`()
    {
        let start = MonotonicTime(milliseconds: 1_000)
        #expect(start + .nanoseconds(1) == MonotonicTime(milliseconds: 1_001))
        #expect(start + .milliseconds(2) == MonotonicTime(milliseconds: 1_002))
        #expect(start + .seconds(Int64.max) > start + .seconds(1_000_000_000))
        #expect(start + .seconds(-2) < start)
        #expect((start + .seconds(2)) - start == .seconds(2))
    }
}
