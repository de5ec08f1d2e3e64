import EventLoop
import Testing

struct StopTests {
    @Test func `a task that continues after its event loop has stopped can still read the loop's clock`() async throws {
        let loop = try EventLoop(name: "stopped")
        let before = try await loop.run { loop.now }
        await loop.stop()
        let after = try await loop.run { loop.now }
        #expect(after >= before)
    }

    @Test func `stopping an event loop closes open handles and wakes sleeping tasks`() async throws {
        let loop = try EventLoop(name: "test")
        let reasons = Recorder<CloseReason>()
        let isAsleep = Event<Void>()
        let sleeper = Task {
            isAsleep.fire()
            try await loop.sleep(for: .seconds(3600))
        }
        let listener = try TCPListener(on: loop, ListeningSocket(host: "127.0.0.1", port: 0)) { _ in }
        try await loop.run {
            let (client, server) = try await connectedPair(on: loop)
            client.start(receive: { _ in }, closed: { reasons.record($0) })
            server.start(receive: { _ in }, closed: { reasons.record($0) })
            loop.schedule(after: .seconds(3600)) { Issue.record("a stopped loop's deadline") }
        }
        await isAsleep.value
        // The loop itself checks that no libuv handle is left open.
        await loop.stop()
        #expect(reasons.values == [.loopStopped, .loopStopped])
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        listener.close()
        await loop.stop()
    }

    @Test func `several tasks may stop an event loop at once, one of them on the loop itself`() async throws {
        let loop = try EventLoop(name: "test")
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { await loop.stop() } }
            group.addTask(executorPreference: loop) { await loop.stop() }
        }
        await loop.stop()
    }

    @Test func `tasks of a stopped event loop still run until they finish, one at a time`() async throws {
        let loop = try EventLoop(name: "test")
        let pool = try WorkerPool(threads: 2, queueLimit: 1_000)
        let isStopped = Event<Void>()
        let running = Count()
        let tasks = (0..<100).map { _ in
            Task(executorPreference: loop) {
                await isStopped.value
                for _ in 0..<50 {
                    #expect(running.add() == 1)
                    #expect(loop.isCurrent)
                    running.add(-1)
                    _ = try? await pool.run { 1 }
                }
                await #expect(throws: CancellationError.self) { try await loop.sleep(for: .zero) }
            }
        }
        await loop.stop()
        isStopped.fire()
        for task in tasks { await task.value }
        await pool.stop()
    }

    @Test func `no connection, watcher or name lookup can be started on a stopped event loop`() async throws {
        let loop = try EventLoop(name: "test")
        let listener = try TCPListener(on: loop, ListeningSocket(host: quietHost, port: 0)) { _ in }
        await loop.stop()
        let address = try SocketAddress(numericHost: quietHost, port: listener.port)
        await #expect { try await connect(to: address, on: loop) } throws: {
            ($0 as? SystemError)?.isCancelled == true
        }
        await #expect { try await loop.run { try SocketWatcher(on: loop, descriptor: 0).close() } } throws: {
            ($0 as? SystemError)?.isCancelled == true
        }
        await #expect(throws: SystemError.self) { try await resolve(host: "a name", port: 1, on: loop) }
        // The stopped event loop has closed the listener's port.
        let next = try EventLoop(name: "test")
        await #expect { try await connect(to: address, on: next) } throws: {
            ($0 as? SystemError)?.isConnectionRefused == true
        }
        await next.stop()
    }

    @Test func `event loops that are stopped while jobs are being added run every job that was added`() async throws {
        let pool = try WorkerPool(threads: 2, queueLimit: 8)
        for _ in 0..<100 {
            let loop = try EventLoop(name: "test")
            let ran = Count()
            async let posting: Void = pool.run {
                for _ in 0..<500 { loop.execute { ran.add() } }
            }
            await loop.stop()
            try await posting
            // Add a last job and wait for it: jobs that arrived after the loop's end run before the last job.
            await withCheckedContinuation { continuation in loop.execute { continuation.resume() } }
            #expect(ran.value == 500)
        }
        await pool.stop()
    }
}
