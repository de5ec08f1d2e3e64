import PostgresClient
import SQL
import TestSupport
import Testing

extension PostgresConnection {
    /// Keeps others from `pg_advisory_xact_lock(number)`.
    func lock(_ number: Int) async throws { _ = try await perform("SELECT pg_advisory_lock(\(number))") }
    func unlock(_ number: Int) async throws { _ = try await perform("SELECT pg_advisory_unlock(\(number))") }
}

extension PostgresPool {
    /// Returns when the pool serves, without a time limit.
    func served() async {
        while (try? await perform("SELECT 1", effect: .reads)) == nil {}
    }

    /// Comes back when all its connections are there.
    func isComplete() async throws {
        while status.connected < status.connections { try await loop.turn() }
    }

    /// A connection beside the pool, on its loop.
    func withKeeper<T>(
        _ configuration: PostgresConfiguration, _ body: (PostgresConnection) async throws -> T
    ) async throws -> T {
        let keeper = try await PostgresConnection.connect(configuration, on: loop)
        defer { keeper.close() }
        return try await body(keeper)
    }
}

/// The result; an error that is not a `PostgresError` is an issue.
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

    /// The code of the server's refusal.
    var sqlState: String? { if case .server(let error)? = error { error.sqlState } else { nil } }
}

extension AsyncStream where Element: Sendable {
    /// The next element, for one reader.
    func next() async -> Element? {
        var iterator = makeAsyncIterator()
        return await iterator.next()
    }
}
