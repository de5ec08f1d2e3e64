import Identifiers
import SQL
import Synchronization

/// What every request must know of its session, from memory.
struct SessionState: Sendable {
    /// Seconds since 1970.
    var lastSeen: Int64
    var locked: Bool
    var ended: Bool
}

/// The sessions that this process has met, shared by its loops.
///
/// Another process's change arrives as a notification, which drops the entry; the next request loads it anew.
final class SessionRegistry: Sendable {
    /// A session that nobody used for this long locks (S3 §6): 15 minutes, in seconds.
    static let idleLimit: Int64 = 15 * 60

    private struct Sessions {
        var states: [UUIDBytes: SessionState] = [:]
        /// Sessions whose `lastSeen` has moved since it was last written down.
        var touched: Set<UUIDBytes> = []
    }

    enum Standing {
        case open, locked, ended
        /// Idle for too long by what this process knows: the database has the last word.
        case idle
        case unknown
    }

    private let sessions = Mutex(Sessions())

    /// Where a session stands; an open one counts as used now.
    func use(_ session: UUIDBytes, at now: Int64) -> Standing {
        sessions.withLock { sessions in
            guard let index = sessions.states.index(forKey: session) else { return .unknown }
            let state = sessions.states.values[index]
            if state.ended { return .ended }
            if state.locked { return .locked }
            if now - state.lastSeen > Self.idleLimit { return .idle }
            if now > state.lastSeen {
                sessions.states.values[index].lastSeen = now
                sessions.touched.insert(session)
            }
            return .open
        }
    }

    func set(_ session: UUIDBytes, _ state: SessionState) {
        sessions.withLock { $0.states[session] = state }
    }

    func forget(_ session: UUIDBytes) {
        sessions.withLock { sessions in
            sessions.states[session] = nil
            sessions.touched.remove(session)
        }
    }

    /// All entries go: what was missed while nobody listened cannot be known.
    func forgetAll() { sessions.withLock { $0.states.removeAll() } }

    /// The sessions used since the last call, with when, to be written down together. Entries idle for an hour go.
    func takeTouched(at now: Int64) -> [(session: UUIDBytes, lastSeen: Int64)] {
        sessions.withLock { sessions in
            let touched = sessions.touched.compactMap { id in sessions.states[id].map { (id, $0.lastSeen) } }
            sessions.touched.removeAll(keepingCapacity: true)
            sessions.states = sessions.states.filter { now - $0.value.lastSeen < 3600 }
            return touched
        }
    }
}
