import EventLoop
import Glibc
import Testing

struct LoopBoundTests {
    /// A type that is not `Sendable`.
    private final class Tally {
        var count = 0
    }

    /// The signal with which a failed precondition ends a process.
    private static var trap: Int32 {
        #if arch(x86_64)
            SIGILL
        #else
            SIGTRAP
        #endif
    }

    @Test func `a value bound to an event loop can be used from any thread by a job on that loop`() async throws {
        try await withLoops(2) { loops in
            let tally = LoopBound(sending: Tally(), on: loops[0])
            tally.execute { $0.count += 1 }
            try await loops[1].run { tally.execute { $0.count += 1 } }
            let count = try await tally.run { tally in
                tally.count += 1
                return tally.count
            }
            #expect(count == 3)
        }
    }

    @Test func `a value bound to an event loop cannot be read outside an event loop`() async {
        await #expect(processExitsWith: .signal(Self.trap)) {
            let loop = try EventLoop(name: "test")
            let tally = LoopBound(sending: Tally(), on: loop)
            _ = tally.value
        }
    }

    @Test func `a value bound to an event loop cannot be read on another loop`() async {
        await #expect(processExitsWith: .signal(Self.trap)) {
            let loops = [try EventLoop(name: "its own"), try EventLoop(name: "another")]
            let tally = LoopBound(sending: Tally(), on: loops[0])
            try await loops[1].run { tally.value.count += 1 }
        }
    }

    @Test func `a value cannot be bound to an event loop by code that runs outside it`() async {
        await #expect(processExitsWith: .signal(Self.trap)) {
            let loop = try EventLoop(name: "test")
            _ = LoopBound(Tally(), on: loop)
        }
    }

    @Test func `a task of an event loop cannot be started by code that runs outside it`() async {
        await #expect(processExitsWith: .signal(Self.trap)) {
            let loop = try EventLoop(name: "test")
            let tally = Tally()
            await loop.task { tally.count += 1 }.value
        }
    }

    @Test func `a task of an event loop resumes on its loop after waiting for an actor or another thread`() async throws
    {
        try await withLoops(2) { loops in
            let (loop, other) = (loops[0], loops[1])
            try await loop.run {
                let tally = Tally()
                let task = loop.task {
                    loop.preconditionCurrent()
                    tally.count += await Elsewhere().one
                    loop.preconditionCurrent()
                    tally.count += try await other.run { 1 }
                    loop.preconditionCurrent()
                    await withCheckedContinuation { continuation in other.execute { continuation.resume() } }
                    loop.preconditionCurrent()
                }
                #expect(tally.count == 0, "a task begins later")
                try await task.value
                #expect(tally.count == 2)
            }
        }
    }

    private actor Elsewhere {
        var one: Int { 1 }
    }

    @Test func `cancelling a wait on an event loop runs its cancellation handler on that loop`() async throws {
        try await withLoop { loop in
            let isWaiting = Event<Void>()
            let task = Task(executorPreference: loop) {
                let tally = Tally()
                var continuation: CheckedContinuation<Void, Never>?
                await loop.withCancellation {
                    await withCheckedContinuation {
                        continuation = $0
                        isWaiting.fire()
                    }
                } onCancel: {
                    loop.preconditionCurrent()
                    tally.count += 1
                    continuation?.resume()
                }
                return tally.count
            }
            await isWaiting.value
            task.cancel()
            #expect(await task.value == 1)
        }
    }
}
