import Endpoints
import EventSourcing
import Identifiers
import SQL

/// The part of a patient's timeline that a request asks for: a range of time, and the entry after which a page begins.
/// Times are milliseconds since 1970, as in version 7 UUIDs.
struct TimelineRange: Sendable {
    private let start: Int64
    private let end: Int64
    private let last: (time: Int64, id: UUIDBytes)?
    let limit: Int

    /// The range from the first to the last day (inclusive), by the clinic's calendar. A day that is `nil` is no limit.
    ///
    /// - Throws: a problem with status 400 if the last day is before the first.
    init(from: CivilDate?, to: CivilDate?, _ page: Page, in zone: ClinicZone) throws(Problem) {
        if let from, let to, to < from {
            throw .malformed(query: "to", code: "bad_range", detail: "must not be before from")
        }
        start = from.map { Self.milliseconds(zone.bounds(of: $0).lowerBound) } ?? 0
        end = to.map { Self.milliseconds(zone.bounds(of: $0).upperBound) } ?? Self.latest
        limit = page.limit
        let values = page.after?.values ?? []
        if values.count == 2, let time = Int64(values[0]), let id = UUIDBytes(values[1]) {
            last = (time, id)
        } else {
            last = nil
        }
    }

    /// The largest time that a version 7 UUID can contain.
    private static let latest: Int64 = 1 << 48 - 1

    private static func milliseconds(_ instant: Instant) -> Int64 {
        min(max(0, instant.secondsSince1970), latest / 1000) * 1000
    }

    /// The SQL condition for those rows in the range of time whose id, a version 7 UUID, contains their time. It
    /// consists of a range of ids, for which an index can be used, and of the cursor.
    func holds(id: Statement) -> Statement {
        let end = min(end, last.map { $0.time + 1 } ?? end)
        return """
            \(id) >= \(Self.firstID(at: start)) AND \(id) < \(Self.firstID(at: end)) \(before(Self.time(in: id), id))
            """
    }

    /// The SQL condition for the rows that are in this range of a patient's timeline.
    ///
    /// - Parameter time: the column with the row's time, a `timestamptz`.
    func holds(time: Statement, id: Statement) -> Statement {
        """
        \(time) >= \(Instant(secondsSince1970: start / 1000)) AND \(time) < \(Instant(secondsSince1970: end / 1000))
        \(before(Self.milliseconds(of: time), id))
        """
    }

    private func before(_ time: Statement, _ id: Statement) -> Statement {
        last.map { "AND (\(time), \(id)) < (\($0.time), \($0.id))" as Statement } ?? ""
    }

    /// The smallest version 7 UUID that can have been made at a given time.
    private static func firstID(at time: Int64) -> UUIDBytes {
        UUIDBytes(high: UInt64(clamping: min(time, latest)) << 16, low: 0)
    }

    /// The SQL expression for the time in a version 7 UUID (RFC 9562 §5.7): its first 48 bits.
    static func time(in id: Statement) -> Statement {
        "('x' || translate(left(\(id)::text, 13), '-', ''))::bit(48)::bigint"
    }

    static func milliseconds(of time: Statement) -> Statement { "(extract(epoch FROM \(time)) * 1000)::bigint" }
}

extension CursorKey {
    /// The form of a time of a timeline's entry in a cursor: milliseconds since 1970 in 48 bits.
    static let millisecond = CursorKey { Int64($0).map { (0..<(1 << 48)).contains($0) } == true }
}
