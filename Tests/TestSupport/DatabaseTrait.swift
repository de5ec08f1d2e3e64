import Dispatch
import Foundation
public import Testing

/// Gives each test a database of its own, in `TestDatabase.current`, dropped when the test ends.
///
///     @Suite(.database) struct LogTests {
///         @Test func `a log appends an event`() async throws {
///             let database = try TestDatabase.current
public struct DatabaseTrait: SuiteTrait, TestTrait, TestScoping {
    let template: DatabaseTemplate?
    /// The number of seats that each test takes in `Seats`, which limits the tests that use databases at the same time.
    let seats: Int

    public var isRecursive: Bool { true }

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        testCase == nil ? nil : self
    }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        // If a test and its suite both have a database trait, the suite's trait has already taken the seats in `Seats`.
        // If the test waited for further seats, it might wait for itself.
        let mustSit = TestDatabase.scoped == nil
        if mustSit { await Seats.shared.take(seats) }
        let outcome = await Self.outcome(of: function, named: test.name, with: template)
        if mustSit { await Seats.shared.giveBack(seats) }
        try outcome.get()
    }

    /// Ends the test process with a message if a test has not ended twenty minutes after its database was made. The
    /// trait `.timeLimit` would not do: it counts the wait for seats in `Seats` too, and swift-testing waits for ever
    /// for a test that does not end after its cancellation.
    ///
    /// - Returns: a semaphore to signal when the test has ended. A thread of its own waits for it, since a test may hang
    ///   because all threads of Swift's pool are blocked.
    private static func endProcess(ifNotEnded test: String) -> DispatchSemaphore {
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            guard ended.wait(timeout: .now() + .seconds(1_200)) == .timedOut else { return }
            fatalError("the test \"\(test)\" has not ended within twenty minutes")
        }
        return ended
    }

    private static func outcome(
        of function: @concurrent @Sendable () async throws -> Void, named test: String, with template: DatabaseTemplate?
    ) async -> Result<Void, any Error> {
        let database: TestDatabase
        do { database = try await TestServer.shared.makeDatabase(template) } catch { return .failure(error) }
        let outcome: Result<Void, any Error>
        let ended = Self.endProcess(ifNotEnded: test)
        defer { ended.signal() }
        do {
            try await TestDatabase.$scoped.withValue(database) { try await function() }
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        // The database of a test that was cancelled at its time limit is dropped too.
        await Task { try? await database.drop() }.value
        return outcome
    }
}

extension Trait where Self == DatabaseTrait {
    /// An empty database for each test.
    public static var database: DatabaseTrait { DatabaseTrait(template: nil, seats: 1) }

    /// A copy of the migrated database `template` for each test.
    ///
    /// - Parameter seats: the number of seats in `Seats` that each test takes: 1 for a test with a few connections, 3
    ///   for one that runs a server.
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
