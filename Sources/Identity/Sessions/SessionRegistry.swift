import EventSourcing
import Identifiers
import PostgresClient
import Synchronization

/// The process's cache of sessions, shared by its loops.
///
/// A change of a session by this or another process arrives as a notification and makes the cached record out of date,
/// so that the next request reads the session again. If notifications are not received, or if it is not proved that they
/// are (`Hearing`), no cached session is used.
final class SessionRegistry: Sendable {
    /// The idle time after which a session locks, unless it is a background session: 15 minutes, in seconds.
    static let idleLimit: Int64 = 15 * 60

    private struct Sessions {
        var records: [UUIDBytes: SessionRecord] = [:]
        /// The number of changes of sessions that this process has heard of. It is compared before and after a session
        /// is read from the database, so that a session that changed meanwhile is not cached.
        var changes: UInt64 = 0
        var isListening = false
    }

    private let sessions = Mutex(Sessions())
    /// The proof that this process hears of changed sessions.
    let hearing = Hearing()

    /// Whether requests may be answered by cached sessions.
    var isListening: Bool { !hearing.isLost && sessions.withLock { $0.isListening } }

    /// The cached record of a session; `nil` if none is cached or may be used. `changes` is the number of changes of sessions so far;
    /// it must be passed to `keep` after the session is read from the database.
    func find(_ session: UUIDBytes) -> (record: SessionRecord?, changes: UInt64) {
        sessions.withLock { (hearing.isLost ? nil : $0.records[session], $0.changes) }
    }

    /// Caches a session's record that was read from the database, unless some session has changed since `changes` was
    /// read, or notifications are not received.
    ///
    /// - Returns: the cached record, which another loop may have cached first; `nil` if the record was not cached.
    func keep(_ record: SessionRecord, asOf changes: UInt64) -> SessionRecord? {
        sessions.withLock { sessions in
            guard sessions.isListening, !hearing.isLost, sessions.changes == changes else { return nil }
            if let known = sessions.records[record.session] { return known }
            sessions.records[record.session] = record
            return record
        }
    }

    /// Drops a session from the cache after it has changed.
    func forget(_ session: UUIDBytes) {
        sessions.withLock { sessions in
            sessions.changes &+= 1
            sessions.records.removeValue(forKey: session)?.setOutOfDate()
        }
    }

    /// Records whether notifications about changed sessions are received. Changes during a time without notifications
    /// are unknown, so all cached sessions are dropped.
    func listens(_ isListening: Bool) {
        sessions.withLock { sessions in
            sessions.isListening = isListening
            sessions.changes &+= 1
            for record in sessions.records.values { record.setOutOfDate() }
            sessions.records.removeAll()
        }
    }

    /// The sessions whose last use is not stored in the database yet, each with the time of that use. Cached records of
    /// sessions that were idle for more than an hour are dropped.
    func used(at now: Instant) -> [(record: SessionRecord, lastSeen: Instant)] {
        sessions.withLock { sessions in
            let used = sessions.records.values.compactMap { record in record.unwritten.map { (record, $0) } }
            for (session, record) in sessions.records where record.idleSeconds(at: now) > 3600 {
                record.setOutOfDate()
                sessions.records[session] = nil
            }
            return used
        }
    }
}
