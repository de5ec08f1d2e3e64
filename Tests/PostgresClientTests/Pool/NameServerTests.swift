import Dispatch
import EventLoop
import PostgresClient
import SQL
import Synchronization
import TestSupport
import Testing

/// Tests name servers that do not answer. A lookup cannot be interrupted, so it occupies a thread, but nothing else may
/// wait for it.
@Suite(.timeLimit(.minutes(30))) struct NameServerTests {
    @Test func `a connection pool closed during a name lookup is closed at once`() async throws {
        try await Self.withoutAnswers { loop in
            let pool = PostgresPool(Self.named(.seconds(3600)), connections: 2, on: loop)
            let ready = loop.task { await outcome { try await pool.ready() } }
            for _ in 0..<8 { try await loop.turn() }
            await pool.close()
            await #expect(ready.value.error == .notConnected("closed"))
        }
    }

    @Test func `a listener for notifications that is closed during a name lookup is closed at once`() async throws {
        try await Self.withoutAnswers { loop in
            let listener = PostgresListener(Self.named(.seconds(3600)), channels: [Identifier("news")], on: loop) { _ in
            }
            for _ in 0..<8 { try await loop.turn() }
            await listener.close()
        }
    }

    @Test func `connecting to PostgreSQL takes no longer than the connect timeout, name lookup included`() async throws
    {
        try await Self.withoutAnswers { loop in
            let opened = await outcome {
                try await PostgresConnection.connect(Self.named(.milliseconds(50)), on: loop).close()
            }
            #expect(opened.error == .notConnected("db.invalid: no name server answered in time"))
        }
    }

    @Test func `a cancelled attempt to connect to PostgreSQL ends at once, even during a name lookup`() async throws {
        try await Self.withoutAnswers { loop in
            let opening = loop.task {
                try await PostgresConnection.connect(Self.named(.seconds(3600)), on: loop).close()
            }
            for _ in 0..<8 { try await loop.turn() }
            opening.cancel()
            await #expect(throws: PostgresError.cancelled) { try await opening.value }
        }
    }

    private static func named(_ connectTimeout: Duration) -> PostgresConfiguration {
        PostgresConfiguration(conninfo: "host=db.invalid dbname=nothing", connectTimeout: connectTimeout)
    }

    /// Keeps all threads for name lookups busy until `body` has returned.
    private static func withoutAnswers(
        _ body: @escaping @Sendable (EventLoop) async throws -> Void
    ) async throws {
        try await EventLoop.with { loop in
            let resolver = try loop.resolverPool().get()
            let (busy, end) = (Counter(), DispatchSemaphore(value: 0))
            let threads = (0..<EventLoop.resolverThreads).map { _ in
                Task {
                    try await resolver.run {
                        busy.count.add(1, ordering: .relaxed)
                        end.wait()
                    }
                }
            }
            while busy.count.load(ordering: .relaxed) < threads.count { try await loop.turn() }
            let result: Result<Void, any Error>
            do {
                try await body(loop)
                result = .success(())
            } catch { result = .failure(error) }
            for _ in threads { end.signal() }
            for thread in threads { try await thread.value }
            try result.get()
        }
    }

    private final class Counter: Sendable { let count = Atomic<Int>(0) }
}
