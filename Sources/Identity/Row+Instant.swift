import EventLoop
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
    /// A codec for an instant in JSON, such as `2026-11-23T09:00:00Z`.
    static var instant: Codec { .rfc3339 }
}

/// Makes the id of a new row: a version 7 UUID. Such UUIDs sort in the order in which they were made.
func newID(at now: Instant) -> UUIDBytes {
    var generator = SystemRandomNumberGenerator()
    return .version7(second: now.secondsSince1970, clock: WallClock.nanoseconds, using: &generator)
}

/// Makes an id that tells nothing about the time at which it was made: a version 4 UUID.
func newRandomID() -> UUIDBytes {
    var generator = SystemRandomNumberGenerator()
    return .version4(random: (generator.next(), generator.next()))
}
