import EventSourcing
import Identifiers
import Synchronization

/// The process's cache of sessions, shared by its loops.
///
/// A change, here or in another process, arrives as a notification and makes the record out of date; the next request
/// reads it again. Without a listener nothing is cached.
final class SessionRegistry: Sendable {
    /// The idle time after which a session locks: 15 minutes, in seconds.
    static let idleLimit: Int64 = 15 * 60

    private struct Sessions {
        var records: [UUIDBytes: SessionRecord] = [:]
        /// The number of changes so far. It is compared so that a session read during a change is not cached.
        var changes: UInt64 = 0
        var isListening = false
    }

    private let sessions = Mutex(Sessions())

    /// The cached record of a session, if there is one, and the number to pass to `keep` after reading the database.
    func find(_ session: UUIDBytes) -> (record: SessionRecord?, changes: UInt64) {
        sessions.withLock { ($0.records[session], $0.changes) }
    }

    /// Caches a record, unless a session has changed since `changes` was read, or there is no listener.
    ///
    /// - Returns: the record to use from now on, which is another loop's if that was faster, or `nil`.
    func keep(_ record: SessionRecord, asOf changes: UInt64) -> SessionRecord? {
        sessions.withLock { sessions in
            guard sessions.isListening, sessions.changes == changes else { return nil }
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

    /// Notes whether notifications are received. Changes during a time without a listener are unknown, so everything is
    /// dropped.
    func listens(_ isListening: Bool) {
        sessions.withLock { sessions in
            sessions.isListening = isListening
            sessions.changes &+= 1
            for record in sessions.records.values { record.setOutOfDate() }
            sessions.records.removeAll()
        }
    }

    /// The sessions used since the last storing, with the time. Records idle for an hour are dropped.
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
