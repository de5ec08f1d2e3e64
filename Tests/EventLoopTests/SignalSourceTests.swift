import EventLoop
import Glibc
import Testing

struct SignalSourceTests {
    /// The test runs its body in a separate process, since signals affect the whole process.
    @Test func `a watched signal runs its handler on the event loop, and has its default effect after the watch ends`()
        async throws
    {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            let loop = try EventLoop(name: "test")
            let recorder = Recorder<Int32>()
            let source = try await loop.run {
                let source = try SignalSource(on: loop, signals: [SIGTERM, SIGINT, SIGHUP]) { signal in
                    loop.preconditionCurrent()
                    recorder.record(signal)
                }
                return LoopBound(source, on: loop)
            }
            for (index, signal) in [SIGTERM, SIGINT, SIGHUP, SIGTERM].enumerated() {
                kill(getpid(), signal)
                while recorder.values.count <= index { try await loop.sleep(for: .milliseconds(1)) }
            }
            guard recorder.values == [SIGTERM, SIGINT, SIGHUP, SIGTERM] else { exit(1) }
            try await loop.run { source.value.close() }
            kill(getpid(), SIGTERM)
            try await loop.sleep(for: .seconds(10))
        }
    }

    @Test func `watching a signal that cannot be caught is refused`() async throws {
        try await withLoop { loop in
            await #expect(throws: SystemError.self) {
                try await loop.run { try SignalSource(on: loop, signals: [SIGUSR2, SIGKILL]) { _ in }.close() }
            }
        }
    }

    /// The test runs its body in a separate process, since a SIGPIPE would end the process of all tests.
    @Test func `writing to a disconnected peer closes the connection and does not end the process`() async throws {
        await #expect(processExitsWith: .success) {
            let loop = try EventLoop(name: "test")
            let closed = Event<CloseReason>()
            try await loop.run {
                let (client, server) = try await connectedPair(on: loop)
                server.start(receive: { _ in }, closed: { closed.fire($0) })
                server.onEnd = {}
                client.close()
                for _ in 0..<10 {
                    try await loop.sleep(for: .milliseconds(2))
                    server.write([1])
                }
            }
            guard case .failed(let error) = await closed.value, error.isConnectionReset else { exit(1) }
            await loop.stop()
        }
    }
}
