import EventSourcing
import Identifiers
import Synchronization

/// The sessions that this process has met, shared by its loops.
///
/// A change, here or in another process, arrives as a notification and makes the record out of date; the next request
/// loads it anew. While nobody listens, nothing is kept.
final class SessionRegistry: Sendable {
    /// A session that nobody used for this long locks (S3 §6): 15 minutes, in seconds.
    static let idleLimit: Int64 = 15 * 60

    private struct Sessions {
        var records: [UUIDBytes: SessionRecord] = [:]
        /// Counts up, so that an answer that was under way when something changed is not kept.
        var changes: UInt64 = 0
        var isListening = false
    }

    private let sessions = Mutex(Sessions())

    /// The record, if there is one, and what to give `keep` after asking the database.
    func find(_ session: UUIDBytes) -> (record: SessionRecord?, changes: UInt64) {
        sessions.withLock { ($0.records[session], $0.changes) }
    }

    /// Keeps a record, unless something has changed since `changes` was read or nobody listens.
    ///
    /// - Returns: the record to go by from now on, which is another loop's if that was faster, or `nil`.
    func keep(_ record: SessionRecord, asOf changes: UInt64) -> SessionRecord? {
        sessions.withLock { sessions in
            guard sessions.isListening, sessions.changes == changes else { return nil }
            if let known = sessions.records[record.session] { return known }
            sessions.records[record.session] = record
            return record
        }
    }

    /// The session has changed.
    func forget(_ session: UUIDBytes) {
        sessions.withLock { sessions in
            sessions.changes &+= 1
            sessions.records.removeValue(forKey: session)?.setOutOfDate()
        }
    }

    /// What was missed while nobody listened cannot be known, so everything goes.
    func listens(_ isListening: Bool) {
        sessions.withLock { sessions in
            sessions.isListening = isListening
            sessions.changes &+= 1
            for record in sessions.records.values { record.setOutOfDate() }
            sessions.records.removeAll()
        }
    }

    /// The sessions that were used since that was last written down, with when. Records idle for an hour go.
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
