import PostgresClient
import SQL
import TestSupport
import Testing

extension PostgresConnection {
    /// Acquires an advisory lock, so that other sessions that call `pg_advisory_xact_lock(number)` wait.
    func lock(_ number: Int) async throws { _ = try await perform("SELECT pg_advisory_lock(\(number))") }
    func unlock(_ number: Int) async throws { _ = try await perform("SELECT pg_advisory_unlock(\(number))") }
}

extension PostgresPool {
    /// Waits, without a time limit, until the pool can run a statement.
    func served() async {
        while (try? await perform("SELECT 1", effect: .reads)) == nil {}
    }

    /// Waits until all of the pool's connections are open.
    func isComplete() async throws {
        while status.connected < status.connections { try await loop.turn() }
    }

    /// Runs `body` with an additional connection that does not belong to the pool, on the pool's event loop.
    func withKeeper<T>(
        _ configuration: PostgresConfiguration, _ body: (PostgresConnection) async throws -> T
    ) async throws -> T {
        let keeper = try await PostgresConnection.connect(configuration, on: loop)
        defer { keeper.close() }
        return try await body(keeper)
    }
}

/// Runs `work` and returns its result or its `PostgresError`. Any other error fails the test.
func outcome<T>(of work: () async throws -> T) async -> Result<T, PostgresError> {
    do {
        return .success(try await work())
    } catch let error as PostgresError {
        return .failure(error)
    } catch {
        Issue.record(error)
        return .failure(.protocolViolation("\(error)"))
    }
}

extension Result where Failure == PostgresError {
    var error: PostgresError? { if case .failure(let error) = self { error } else { nil } }

    var isNotConnected: Bool { if case .notConnected? = error { true } else { false } }

    /// The SQLSTATE of PostgreSQL's error.
    var sqlState: String? { if case .server(let error)? = error { error.sqlState } else { nil } }
}

extension AsyncStream where Element: Sendable {
    /// Returns the next element. Only one task may read the stream.
    func next() async -> Element? {
        var iterator = makeAsyncIterator()
        return await iterator.next()
    }
}
