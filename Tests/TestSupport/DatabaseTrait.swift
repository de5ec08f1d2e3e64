public import Testing

/// Gives each test a database of its own, in `TestDatabase.current`, dropped when the test ends.
///
///     @Suite(.database) struct LogTests {
///         @Test func `…`() async throws {
///             let database = try TestDatabase.current
public struct DatabaseTrait: SuiteTrait, TestTrait, TestScoping {
    let template: DatabaseTemplate?

    public var isRecursive: Bool { true }

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        testCase == nil ? nil : self
    }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        // A test inside a suite with this trait already holds one of the limited seats for tests (`Seats`). If it
        // waited for another seat, it might wait for itself.
        let mustSit = TestDatabase.scoped == nil
        if mustSit { await Seats.shared.take() }
        let outcome = await Self.outcome(of: function, with: template)
        if mustSit { await Seats.shared.giveBack() }
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
    public static var database: DatabaseTrait { DatabaseTrait(template: nil) }

    /// A copy of a migrated database for each test.
    public static func database(_ template: DatabaseTemplate) -> DatabaseTrait { DatabaseTrait(template: template) }
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
