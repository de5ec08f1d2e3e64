import EventSourcing
import Identifiers
import JSON
import PostgresClient
import SQL

extension Row {
    /// Reads a `timestamptz`, and drops its fraction of a second.
    func instant(_ column: Int) throws(PostgresError) -> Instant {
        Instant(secondsSince1970: try timestamp(column).microsecondsSince1970 / 1_000_000)
    }
}

extension Codec where Value == Instant {
    /// A codec for an instant, such as `2026-11-23T09:00:00Z`.
    static var instant: Codec { .rfc3339 }
}

/// Makes the id of a new row (UUID version 7). Such ids sort by the second of their creation.
func newID(at now: Instant) -> UUIDBytes {
    var generator = SystemRandomNumberGenerator()
    return .version7(milliseconds: now.secondsSince1970 &* 1000, using: &generator)
}
