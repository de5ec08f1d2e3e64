import EventLoop
import PostgresClient
import SQL
import TestSupport
import Testing

@Suite(.database) struct CopyCancellationTests {
    /// Runs `body` with two connections on one loop. The second connection holds PostgreSQL's advisory lock 1.
    static func withKeeper(
        _ body: @escaping @Sendable (PostgresConnection, PostgresConnection) async throws -> Void
    ) async throws {
        let configuration = try TestDatabase.current.configuration()
        try await TestDatabase.current.withConnection { connection in
            let keeper = try await PostgresConnection.connect(configuration, on: connection.loop)
            defer { keeper.close() }
            _ = try await connection.perform(CopyTests.table)
            try await keeper.lock(1)
            try await body(connection, keeper)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `cancelling the task of a COPY TO stops the COPY on the server`() async throws {
        try await Self.withKeeper { connection, keeper in
            let copy = connection.loop.task {
                try await connection.copyOut("COPY (SELECT pg_advisory_xact_lock(1)) TO STDOUT") { _ in }
            }
            try await keeper.sessionsWaiting(1)
            copy.cancel()
            await #expect(throws: PostgresError.cancelled) { try await copy.value }
            try await CopyTests.expectUntouched(connection)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a COPY FROM that waits for a lock can be cancelled`() async throws {
        try await Self.withKeeper { connection, keeper in
            _ = try await keeper.perform(["BEGIN", "LOCK TABLE line"])
            let copy = connection.loop.task {
                try await connection.copyIn(CopyTests.fromStdin) { nil }
            }
            try await keeper.sessionsWaiting(1)
            copy.cancel()
            await #expect(throws: PostgresError.cancelled) { try await copy.value }
            _ = try await keeper.perform("ROLLBACK")
            try await CopyTests.expectUntouched(connection)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a COPY FROM whose source ends because of cancellation is not committed`() async throws {
        try await Self.withKeeper { connection, _ in
            let (source, continuation) = AsyncStream.makeStream(of: [UInt8].self)
            let (asked, askedFor) = AsyncStream.makeStream(of: Void.self)
            continuation.yield(Array("1\ta\n".utf8))
            let copy = connection.loop.task {
                try await connection.copyIn(CopyTests.fromStdin) {
                    askedFor.yield()
                    return await source.next()
                }
            }
            _ = await asked.next()
            _ = await asked.next()
            copy.cancel()
            await #expect(throws: PostgresError.cancelled) { try await copy.value }
            try await CopyTests.expectUntouched(connection)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a COPY queued behind a running COPY can be cancelled before the queued one begins`() async throws {
        try await Self.withKeeper { connection, keeper in
            let first = connection.loop.task {
                try await connection.copyOut("COPY (SELECT pg_advisory_xact_lock(1)) TO STDOUT") { _ in }
            }
            try await keeper.sessionsWaiting(1)
            let second = connection.loop.task {
                try await connection.copyIn(CopyTests.fromStdin) { nil }
            }
            try await connection.loop.settle()
            second.cancel()
            await #expect(throws: PostgresError.cancelled) { try await second.value }
            try await keeper.unlock(1)
            try await #expect(first.value == 1)
            try await CopyTests.expectUntouched(connection)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a COPY whose task was cancelled before it began leaves the connection usable`() async throws {
        try await Self.withKeeper { connection, _ in
            let copy = connection.loop.task { try await connection.copyIn(CopyTests.fromStdin) { nil } }
            copy.cancel()
            await #expect(throws: PostgresError.cancelled) { try await copy.value }
            try await CopyTests.expectUntouched(connection)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a COPY that was cancelled before it began does not disturb the COPY that runs before it`() async throws {
        try await Self.withKeeper { connection, keeper in
            let first = connection.loop.task {
                try await connection.copyOut("COPY (SELECT pg_advisory_xact_lock(1)) TO STDOUT") { _ in }
            }
            try await keeper.sessionsWaiting(1)
            let second = connection.loop.task { try await connection.copyIn(CopyTests.fromStdin) { nil } }
            second.cancel()
            await #expect(throws: PostgresError.cancelled) { try await second.value }
            try await keeper.unlock(1)
            try await #expect(first.value == 1)
            try await CopyTests.expectUntouched(connection)
        }
    }
}
