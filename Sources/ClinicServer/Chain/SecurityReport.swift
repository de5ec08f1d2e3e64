import EventChain
import EventSourcing
import Identifiers
import Logging
import PostgresClient
import SQL
import Synchronization

/// Reports new security events to the operator: a log line for each, and a count by type in the metrics. Only the
/// server that holds the lock of the chains reports, so that a security event is reported once. When another server
/// takes over, those of the last half minute may be reported again.
struct SecurityReport: Sendable {
    /// The numbers of reported security events since the process started, by type.
    final class Counts: Sendable {
        private let counts = Mutex<[String: Int]>([:])

        var all: [(type: String, count: Int)] {
            counts.withLock { $0 }.sorted { $0.key < $1.key }.map { (type: $0.key, count: $0.value) }
        }

        fileprivate func count(_ type: String) { counts.withLock { $0[type, default: 0] += 1 } }
    }

    private let counts: Counts
    private let logger: Logger
    /// The ids of security events that were reported, and that the next query would find again.
    private var reported: Set<UUIDBytes> = []
    /// The earliest time of the security events that the next query looks for.
    private var from: Instant

    /// The longest time that is expected between a security event and its appearance in the table `security_event`.
    private static let lateness: Int64 = 30
    /// The maximum number of security events that one step reports. The next step continues with the rest.
    private static let page: Int64 = 500

    init(_ counts: Counts, _ logger: Logger, at now: Instant) {
        self.counts = counts
        self.logger = logger
        from = now.adding(seconds: -Self.lateness)
    }

    /// Resets the reporting of security events: the next step begins with the events of the last half minute. It is
    /// called while another server holds the lock of the chains and reports security events.
    mutating func restart(at now: Instant) {
        from = now.adding(seconds: -Self.lateness)
        reported = []
    }

    /// Reports the security events that were recorded since the last step.
    mutating func step(through chainer: Chainer, at now: Instant) async throws {
        let rows = try await chainer.ask(.securityEvents(since: from, except: Array(reported), limit: Self.page))
        guard let rows else { return restart(at: now) }
        var last: UUIDBytes?
        for row in rows {
            let (id, type) = (try row.uuid(0), try row.text(2))
            last = id
            reported.insert(id)
            counts.count(type)
            var metadata: Logger.Metadata = ["type": "\(type)", "clinic": "\(try row.uuid(1))"]
            if let account = try row.optionalText(3) { metadata["account"] = "\(account)" }
            if let actor = try row.optionalText(4) { metadata["by"] = "\(actor)" }
            logger.notice("security event", metadata: metadata)
        }
        // The rows of security events are sorted by id. If the page is full, more events may follow, but all events
        // before the last one of the page are reported.
        let end = rows.count < Self.page ? now : last.map(Self.time(of:)) ?? now
        from = max(from, min(now, end).adding(seconds: -Self.lateness))
        reported = reported.filter { Self.time(of: $0) >= from }
    }

    /// The time in the id of a security event, a version 7 UUID (RFC 9562 §5.7), in whole seconds.
    private static func time(of id: UUIDBytes) -> Instant { Instant(secondsSince1970: Int64(id.high >> 16) / 1_000) }
}

extension Statement {
    /// A statement that selects the oldest security events of all clinics since a time, without those that were
    /// reported already.
    fileprivate static func securityEvents(since: Instant, except known: [UUIDBytes], limit: Int64) -> Statement {
        """
        SELECT e.event_id, e.clinic_id, e.type, e.account_id::text, e.actor_id::text
        FROM clinic_feed AS c
        CROSS JOIN LATERAL (
            SELECT * FROM security_event AS s
            WHERE s.clinic_id = c.clinic_id AND s.event_id >= first_id(\(since)) AND s.event_id <> ALL (\(known))
            ORDER BY s.event_id LIMIT \(limit)
        ) AS e
        ORDER BY e.event_id LIMIT \(limit)
        """
    }
}
