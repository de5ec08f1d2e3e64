import Identifiers
import PostgresClient
import SQL

/// A clinic and the position of its feed's last event.
struct Feed: Sendable {
    let clinic: UUIDBytes
    let last: Int64

    /// Reads feeds from rows that each have a clinic and the position of its last event. The longest feeds come first,
    /// so that all cores finish at about the same time.
    static func all(_ rows: Rows) throws(PostgresError) -> [Feed] {
        var feeds: [Feed] = []
        for row in rows { feeds.append(Feed(clinic: try row.uuid(0), last: try row.int64(1))) }
        return feeds.sorted { $0.last > $1.last }
    }
}

/// Runs the task `body` for each clinic, several at a time, off the caller's loop.
///
/// - Parameter then: receives the results one after the other, in the caller's isolation.
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
