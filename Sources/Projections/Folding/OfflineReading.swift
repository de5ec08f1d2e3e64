import EventLoop
import EventSourcing
import Identifiers
import PostgresClient
import SQL

/// The progress of a rebuild or a verification.
public struct OfflineProgress: Sendable {
    public let eventsDone: Int64
    public let eventsInAll: Int64
    public let clinicsDone: Int
    public let clinicsInAll: Int
}

/// Adds up the progress of several clinics' readers, and reports it.
actor ProgressCounter {
    private var progress: OfflineProgress
    private let tell: @Sendable (OfflineProgress) -> Void

    init(feeds: [Feed], tell: @escaping @Sendable (OfflineProgress) -> Void) {
        progress = OfflineProgress(
            eventsDone: 0, eventsInAll: feeds.reduce(0) { $0 + $1.last }, clinicsDone: 0, clinicsInAll: feeds.count)
        self.tell = tell
    }

    func add(events: Int64 = 0, clinics: Int = 0) {
        progress = OfflineProgress(
            eventsDone: progress.eventsDone + events, eventsInAll: progress.eventsInAll,
            clinicsDone: progress.clinicsDone + clinics, clinicsInAll: progress.clinicsInAll)
        tell(progress)
    }
}

/// A clinic's feed and its end.
struct Feed: Sendable {
    let clinic: UUIDBytes
    let last: Int64

    /// The longest first, so that all cores finish together.
    static func all(_ rows: Rows) throws(PostgresError) -> [Feed] {
        var feeds: [Feed] = []
        for row in rows { feeds.append(Feed(clinic: try row.uuid(0), last: try row.int64(1))) }
        return feeds.sorted { $0.last > $1.last }
    }
}

/// Runs a task per clinic, some at a time, off the caller's loop.
///
/// - Parameter then: gets the results one after the other, in the caller's isolation.
func forEachClinic<Value: Sendable>(
    _ feeds: [Feed], atOnce: Int, _ body: @escaping @Sendable @concurrent (Feed) async throws -> Value,
    then: (Feed, Value) async throws -> Void
) async throws {
    try await withThrowingTaskGroup(of: (Feed, Value).self) { group in
        var rest = feeds[...]
        for feed in rest.prefix(atOnce) {
            group.addTask(executorPreference: globalConcurrentExecutor) { (feed, try await body(feed)) }
        }
        rest = rest.dropFirst(atOnce)
        while let (feed, value) = try await group.next() {
            if let next = rest.popFirst() {
                group.addTask(executorPreference: globalConcurrentExecutor) { (next, try await body(next)) }
            }
            try await then(feed, value)
        }
    }
}
