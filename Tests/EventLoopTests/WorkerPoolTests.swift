import EventLoop
import Glibc
import Synchronization
import Testing

struct WorkerPoolTests {
    /// A gate that blocks a worker until it is opened.
    final class Gate: Sendable {
        private let mutex = Mutex(false)
        func open() { mutex.withLock { $0 = true } }
        func wait() { while !mutex.withLock({ $0 }) { usleep(500) } }
    }

    @Test func `a full worker pool refuses work, and accepts work again after its jobs are finished`() async throws {
        let pool = try WorkerPool(threads: 2, queueLimit: 3)
        let gate = Gate()
        let answers = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    do {
                        try await pool.run { gate.wait() }
                        return true
                    } catch {
                        return false
                    }
                }
            }
            var refused = 0
            while refused < 5, let answer = await group.next() { if !answer { refused += 1 } }
            #expect(pool.waiting == 3)
            gate.open()
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(answers == 5)
        #expect(pool.waiting == 0)
        #expect(try await pool.run { 42 } == 42)
        await pool.stop()
    }

    @Test func `a worker is free for new work by the time the result of its last work is delivered`() async throws {
        let pool = try WorkerPool(threads: 1, queueLimit: 0)
        for index in 0..<2_000 { #expect(try await pool.run { index } == index) }
        await pool.stop()
    }

    @Test func `stopping a worker pool finishes queued work and refuses new work`() async throws {
        let pool = try WorkerPool(threads: 2, queueLimit: 100)
        let done = Count()
        let started = Event<Void>()
        let tasks = (0..<50).map { _ in
            Task {
                try await pool.run {
                    started.fire()
                    usleep(200)
                    done.add()
                }
            }
        }
        await started.value
        await pool.stop()
        var finished = 0
        for task in tasks { if case .success = await task.result { finished += 1 } }
        #expect(done.value == finished)
        #expect(finished > 0)
        await #expect(throws: WorkerPoolFull.self) { try await pool.run { 1 } }
        await pool.stop()
    }

    @Test func `a worker pool runs blocking work outside the event loop, and the caller resumes on its own loop`()
        async throws
    {
        let pool = try WorkerPool(threads: 1, queueLimit: 1)
        try await withLoop { loop in
            try await loop.run {
                let isWorkerOnLoop = try await pool.run { loop.isCurrent }
                #expect(!isWorkerOnLoop)
                #expect(loop.isCurrent)
            }
        }
        await pool.stop()
    }

    @Test func `only the threads of a background pool have a lower priority than the process's other threads`()
        async throws
    {
        let thread = __priority_which_t(PRIO_PROCESS.rawValue)
        func priority(_ isBackground: Bool) async throws -> Int32 {
            let pool = try WorkerPool(threads: 1, queueLimit: 1, isBackground: isBackground)
            defer { pool.close() }
            return try await pool.run { getpriority(thread, 0) }
        }
        let usual = getpriority(thread, 0)
        #expect(try await priority(false) == usual)
        #expect(try await priority(true) == max(usual, 10))
    }
}
