import EventChain
import EventSourcing
import Identifiers
import Logging
import PostgresClient
import SQL
import Synchronization

/// Reports new security events to the operator: a log line for each, and a count by type in the metrics. Only the server
/// that holds the lock of the chains reports, so that a security event is reported once. When another server takes over,
/// those of the last half minute may be reported again.
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
    /// The security events of the last half minute that were reported already, with their times.
    private var reported: [UUIDBytes: Instant] = [:]
    private var from: Instant

    /// The longest time that is expected between a security event and its being visible in the table.
    private static let lateness: Int64 = 30
    /// The maximum number of security events that one step reports. The next step continues with the rest.
    private static let page: Int64 = 500

    init(_ counts: Counts, _ logger: Logger, since now: Instant) {
        self.counts = counts
        self.logger = logger
        from = now.adding(seconds: -Self.lateness)
    }

    /// Reports the security events that were recorded since the last step.
    mutating func step(through chainer: Chainer, at now: Instant) async throws {
        let rows = try await chainer.ask(.securityEvents(since: from, except: Array(reported.keys), limit: Self.page))
        guard let rows else {
            // Another server holds the lock. When this one gets it, it begins with the last half minute.
            from = now.adding(seconds: -Self.lateness)
            reported = [:]
            return
        }
        for row in rows {
            let (id, type) = (try row.uuid(0), try row.text(2))
            reported[id] = now
            counts.count(type)
            var metadata: Logger.Metadata = ["type": "\(type)", "clinic": "\(try row.uuid(1))"]
            if let account = try row.optionalText(3) { metadata["account"] = "\(account)" }
            if let actor = try row.optionalText(4) { metadata["by"] = "\(actor)" }
            logger.notice("security event", metadata: metadata)
        }
        guard rows.count < Self.page else { return }
        from = max(from, now.adding(seconds: -Self.lateness))
        reported = reported.filter { $0.value >= now.adding(seconds: -2 * Self.lateness) }
    }
}

extension Statement {
    /// Selects the oldest security events of all clinics since a time, without those that were reported already.
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
