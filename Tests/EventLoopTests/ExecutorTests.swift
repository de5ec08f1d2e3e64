import EventLoop
import Testing

struct ExecutorTests {
    @Test func `an event loop runs all jobs from several threads, and each thread's jobs in order`() async throws {
        try await withLoop { loop in
            let (threads, each) = (4, 50_000)
            let pool = try WorkerPool(threads: threads, queueLimit: 0)
            let seen = (0..<threads).map { _ in Recorder<Int>() }
            let left = Count(threads * each)
            let done = Event<Void>()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for thread in 0..<threads {
                    group.addTask {
                        try await pool.run {
                            for index in 0..<each {
                                loop.execute {
                                    seen[thread].record(index)
                                    if left.add(-1) == 0 { done.fire() }
                                }
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            await done.value
            for recorder in seen { #expect(recorder.values == Array(0..<each)) }
            await pool.stop()
        }
    }

    /// The two loops wake only each other, so the test would stop at the first lost wake-up.
    @Test func `event loops that wait for each other are woken every time`() async throws {
        try await withLoops(2) { loops in
            let (a, b) = (try #require(loops.first), try #require(loops.last))
            let done = Event<Void>()
            @Sendable func bounce(_ left: Int) {
                guard left > 0 else { return done.fire() }
                (left.isMultiple(of: 2) ? a : b).execute { bounce(left - 1) }
            }
            bounce(100_000)
            await done.value
        }
    }

    @Test func `no job is lost when several threads wake a sleeping event loop at the same moment`() async throws {
        try await withLoop { loop in
            let pool = try WorkerPool(threads: 3, queueLimit: 0)
            for _ in 0..<3_000 {
                let left = Count(3)
                let done = Event<Void>()
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<3 {
                        group.addTask {
                            _ = try? await pool.run {
                                loop.execute {
                                    if left.add(-1) == 0 { done.fire() }
                                }
                            }
                        }
                    }
                }
                await done.value
            }
            await pool.stop()
        }
    }

    actor Counter {
        var count = 0
        func next(on loop: EventLoop) -> Bool {
            count += 1
            return loop.isCurrent
        }
    }

    @Test func `a task that prefers an event loop never runs on another thread`() async throws {
        try await withLoops(2) { loops in
            let (loop, other) = (try #require(loops.first), try #require(loops.last))
            let pool = try WorkerPool(threads: 1, queueLimit: 8)
            let isOnLoop = try await loop.run {
                var answers = [loop.isCurrent]
                let counter = Counter()
                for _ in 0..<100 {
                    // A default actor runs on the executor that its caller prefers.
                    answers.append(await counter.next(on: loop))
                    answers.append(loop.isCurrent)
                    _ = try await other.run { other.isCurrent }
                    answers.append(loop.isCurrent)
                    await withCheckedContinuation { continuation in
                        other.execute { continuation.resume() }
                    }
                    answers.append(loop.isCurrent)
                    _ = try await pool.run { 1 }
                    answers.append(loop.isCurrent)
                    await Task.yield()
                    answers.append(loop.isCurrent)
                    await withTaskGroup(of: Bool.self) { group in
                        for _ in 0..<3 { group.addTask { loop.isCurrent } }
                        for await answer in group { answers.append(answer) }
                    }
                    answers.append(loop.isCurrent)
                }
                try await loop.sleep(for: .milliseconds(1))
                answers.append(loop.isCurrent)
                return answers
            }
            #expect(isOnLoop.allSatisfy { $0 })
            await pool.stop()
        }
    }

    @Test @MainActor func `a task that runs a closure on an event loop continues outside the loop`() async throws {
        let loop = try EventLoop(name: "test")
        #expect(try await loop.run { loop.isCurrent })
        #expect(!loop.isCurrent)
        await loop.stop()
    }

    actor Resident {
        let loop: EventLoop
        init(on loop: EventLoop) { self.loop = loop }
        nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }
        func isAtHome() -> Bool {
            assertIsolated()
            return loop.isCurrent
        }
        nonisolated func asksWithoutWaiting() -> Bool {
            assumeIsolated { $0.loop.isCurrent }
        }
    }

    @Test func `an event loop can be the executor of an actor`() async throws {
        try await withLoops(2) { loops in
            let (loop, other) = (try #require(loops.first), try #require(loops.last))
            let resident = Resident(on: loop)
            #expect(await resident.isAtHome())
            #expect(try await other.run { await resident.isAtHome() && other.isCurrent })
            #expect(try await loop.run { resident.asksWithoutWaiting() })
        }
    }

    @Test func `cancelling a task cancels the closure that it runs on an event loop`() async throws {
        try await withLoop { loop in
            let started = Event<Void>()
            let caller = Task {
                try await loop.run {
                    started.fire()
                    try await loop.sleep(for: .seconds(60))
                }
            }
            await started.value
            caller.cancel()
            await #expect(throws: CancellationError.self) { try await caller.value }
        }
    }

    @Test func `an event loop runs jobs in order, and then the jobs for the end of its iteration`() async throws {
        try await withLoop { loop in
            let recorder = Recorder<String>()
            let done = Event<Void>()
            loop.execute {
                loop.atEndOfTurn {
                    recorder.record("end of turn")
                    loop.execute { done.fire() }
                }
                loop.execute {
                    recorder.record("first")
                    loop.execute { recorder.record("third") }
                }
                loop.execute { recorder.record("second") }
                recorder.record("at once")
            }
            await done.value
            #expect(recorder.values == ["at once", "first", "second", "third", "end of turn"])
        }
    }

    @Test func `an event loop runs thousands of queued jobs in the order in which they were added`()
        async throws
    {
        try await withLoop { loop in
            let recorder = Recorder<Int>()
            let done = Event<Void>()
            loop.execute {
                for index in 0..<1_000 {
                    loop.execute {
                        recorder.record(index)
                        loop.execute { recorder.record(1_000 + index) }
                        if index == 999 { loop.execute { loop.execute { done.fire() } } }
                    }
                }
            }
            await done.value
            #expect(recorder.values == Array(0..<2_000))
        }
    }

    @Test func `jobs that keep adding jobs to an event loop do not starve its sockets or deadlines`() async throws {
        try await withLoop { loop in
            let isEnough = Event<Void>()
            @Sendable func spin() {
                if !isEnough.hasFired { loop.execute { spin() } }
            }
            loop.execute { spin() }
            let received = Event<Int>()
            try await loop.run {
                let (client, server) = try await connectedPair(on: loop)
                server.start(receive: { received.fire($0.byteCount) }, closed: { _ in })
                client.write([1, 2, 3])
            }
            #expect(await received.value == 3)
            try await loop.sleep(for: .milliseconds(20))
            isEnough.fire()
        }
    }
}
