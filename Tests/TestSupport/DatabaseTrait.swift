public import Testing

/// Gives each test a database of its own, in `TestDatabase.current`, dropped when the test ends.
///
///     @Suite(.database) struct LogTests {
///         @Test func `…`() async throws {
///             let database = try TestDatabase.current
public struct DatabaseTrait: SuiteTrait, TestTrait, TestScoping {
    let template: DatabaseTemplate?
    /// The number of seats that each test takes (`Seats`).
    let seats: Int

    public var isRecursive: Bool { true }

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        testCase == nil ? nil : self
    }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        // If a test and its suite both have a database trait, the suite's trait has already taken one of the limited
        // seats for tests (`Seats`). If the test waited for a second seat, it might wait for itself.
        let mustSit = TestDatabase.scoped == nil
        if mustSit { await Seats.shared.take(seats) }
        let outcome = await Self.outcome(of: function, with: template)
        if mustSit { await Seats.shared.giveBack(seats) }
        try outcome.get()
    }

    private static func outcome(
        of function: @concurrent @Sendable () async throws -> Void, with template: DatabaseTemplate?
    ) async -> Result<Void, any Error> {
        let database: TestDatabase
        do { database = try await TestServer.shared.makeDatabase(template) } catch { return .failure(error) }
        let outcome: Result<Void, any Error>
        do {
            try await TestDatabase.$scoped.withValue(database) { try await function() }
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        try? await database.drop()
        return outcome
    }
}

extension Trait where Self == DatabaseTrait {
    /// An empty database for each test.
    public static var database: DatabaseTrait { DatabaseTrait(template: nil, seats: 1) }

    /// A copy of the migrated database `template` for each test.
    ///
    /// - Parameter seats: the share of the processors that each test takes: 1 for a test with a few connections, 3 for
    ///   one that runs a server.
    public static func database(_ template: DatabaseTemplate, seats: Int = 1) -> DatabaseTrait {
        DatabaseTrait(template: template, seats: seats)
    }
}

extension TestDatabase {
    struct NoDatabase: Error, CustomStringConvertible {
        var description: String { "the test or its suite needs the trait `.database`" }
    }

    @TaskLocal static var scoped: TestDatabase?

    /// The database of the test that is running.
    public static var current: TestDatabase {
        get throws {
            guard let scoped else { throw NoDatabase() }
            return scoped
        }
    }
}
