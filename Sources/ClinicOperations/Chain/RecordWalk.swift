import EventChain
import EventSourcing
import Identifiers
import PostgresClient
import SQL

/// The first findings of one check, and the number of further ones.
struct FindingList: Sendable {
    private(set) var lines: [String] = []
    private(set) var further = 0
    private static let limit = 20

    mutating func note(_ clinic: UUIDBytes, _ finding: String) {
        if lines.count < Self.limit { lines.append("clinic \(clinic): \(finding)") } else { further += 1 }
    }
}

/// Reads the segments of all record chains in order, computes their hashes, and compares the rows of each segment with
/// their digests. One segment is in memory.
struct RecordWalk {
    private let connection: PostgresConnection
    private let now: Instant
    /// The findings of each check.
    var findings: [FindingList] = []
    private var chains = FindingList()
    private var rows: [RecordSource: FindingList] = [:]
    /// For each source and clinic, the last chained position and the greatest chained id.
    private var ends: [RecordSource: [UUIDBytes: (position: Int64, id: UUIDBytes)]] = [:]
    private var clinic: UUIDBytes?
    private var before: [UInt8] = []
    private var number: Int64 = 0
    private var isBroken = false

    /// Rows of a log are chained within minutes. So a row that is chained after rows whose time is this much later was
    /// written later than its time says.
    private static let lateness: Int64 = 180_000
    private static let page: Int64 = 50

    init(_ connection: PostgresConnection, at now: Instant) {
        self.connection = connection
        self.now = now
    }

    mutating func run() async throws {
        var last = (clinic: UUIDBytes(high: 0, low: 0), number: Int64(0))
        while true {
            let page = try await connection.perform(
                .segments(after: last.clinic, last.number, Self.page), effect: .reads)
            if page.isEmpty { break }
            for row in page {
                let segment = RecordSegment(
                    clinic: try row.uuid(0), number: try row.int64(1), source: try row.text(2),
                    sealedAt: try row.timestamp(3), lastID: try row.uuid(4), lastPosition: try row.int64(5),
                    items: try row.bytes(6), hash: try row.bytes(7))
                last = (segment.clinic, segment.number)
                follow(segment)
                try await compare(segment)
            }
        }
        findings.append(chains)
        for source in RecordSource.allCases {
            var list = rows[source] ?? FindingList()
            for row in try await connection.perform(source.unchained(ends[source] ?? [:]), effect: .reads) {
                list.note(try row.uuid(0), "\(source.rawValue) \(try row.uuid(1)) was put there later, past the server")
            }
            findings.append(list)
        }
        var dates = FindingList()
        for row in try await connection.perform(.otherwiseDatedCommands, effect: .reads) {
            dates.note(try row.uuid(0), "command \(try row.uuid(1)) is dated otherwise than its event")
        }
        findings.append(dates)
    }

    /// Compares a segment's hash with the computed one. Reports the first segment of each chain that differs.
    private mutating func follow(_ segment: RecordSegment) {
        if clinic != segment.clinic {
            (clinic, before, number, isBroken) = (segment.clinic, RecordSegment.start(of: segment.clinic), 0, false)
        }
        if !isBroken, segment.number != number + 1 || segment.hash != segment.expectedHash(after: before) {
            isBroken = true
            chains.note(
                segment.clinic, "record segment \(segment.number) was altered, or one before it is missing")
        }
        (before, number) = (segment.hash, segment.number)
    }

    private mutating func compare(_ segment: RecordSegment) async throws {
        guard let source = RecordSource(rawValue: segment.source) else {
            return chains.note(segment.clinic, "record segment \(segment.number) is about an unknown table")
        }
        let end = ends[source]?[segment.clinic] ?? (0, UUIDBytes(high: 0, low: 0))
        defer {
            ends[source, default: [:]][segment.clinic] = (
                max(end.position, segment.lastPosition), max(end.id, segment.lastID)
            )
        }
        let items = segment.rows
        guard !items.isEmpty else { return }
        var list = rows[source] ?? FindingList()
        var present: [UUIDBytes: Row] = [:]
        let found = try await connection.perform(source.rows(items.map(\.id), of: segment.clinic), effect: .reads)
        for row in found { present[try row.uuid(0)] = row }
        for (id, half) in items {
            guard let row = present[id] else {
                if !source.mayBeGone(id, at: now) { list.note(segment.clinic, "\(source.rawValue) \(id) is missing") }
                continue
            }
            if try !source.mayDiffer(row), RecordDigest.of(try source.parts(row)).prefix(16) != half[...] {
                list.note(segment.clinic, "\(source.rawValue) \(id) was altered")
            }
            guard source != .commands else { continue }
            let time = try row.optionalTimestamp(1).map { $0.microsecondsSince1970 / 1_000 } ?? id.milliseconds
            if end.id.milliseconds - id.milliseconds > Self.lateness || abs(time - id.milliseconds) > Self.lateness {
                list.note(segment.clinic, "\(source.rawValue) \(id) was written later than its time says")
            }
        }
        rows[source] = list
    }
}

extension Statement {
    fileprivate static func segments(after clinic: UUIDBytes, _ number: Int64, _ limit: Int64) -> Statement {
        """
        SELECT clinic_id, number, source, sealed_at, last_id, last_position, items, hash FROM ONLY public.record_segment
        WHERE (clinic_id, number) > (\(clinic), \(number)) ORDER BY clinic_id, number LIMIT \(limit)
        """
    }

    /// A statement that selects the commands whose time differs from the time of their first event. A server gives both
    /// the same time.
    fileprivate static let otherwiseDatedCommands: Statement = """
        SELECT c.clinic_id, c.command_id FROM ONLY public.command AS c
        JOIN ONLY public.event AS e ON e.clinic_id = c.clinic_id AND e.position = c.first_position
        WHERE e.recorded_at <> c.recorded_at ORDER BY 1, 2 LIMIT 1000
        """
}
