import EventSourcing
import Identifiers
import Synchronization

/// The part of a session that every request needs. All loops share the record, and read it without a lock.
final class SessionRecord: Sendable {
    enum Standing: UInt8, AtomicRepresentable {
        case open
        /// The session is open, but only for the account's own data: the device was reported as compromised, a second
        /// factor is missing, or the session is a background session.
        case compromised, unenrolled, background
        case locked, ended
        /// The session has changed since it was cached, so it must be read from the database.
        case outOfDate
    }

    let session: UUIDBytes
    let holder: SessionHolder
    private let standing: Atomic<Standing>
    /// The time of the session's last use that this process knows, in seconds since 1970.
    private let lastSeen: Atomic<Int64>
    /// The time of the session's last use that is stored in the database, in seconds since 1970.
    private let written: Atomic<Int64>

    init(
        _ session: UUIDBytes, of holder: SessionHolder, _ standing: Standing, lastSeen: Instant, written: Instant
    ) {
        self.session = session
        self.holder = holder
        self.standing = Atomic(standing)
        self.lastSeen = Atomic(lastSeen.secondsSince1970)
        self.written = Atomic(written.secondsSince1970)
    }

    /// Returns the session's state, and records the present time as the last use of an open session.
    ///
    /// - Returns: the state; `outOfDate` also if a session other than a background session was idle in this process for
    ///   15 minutes, since it may have been used on another server.
    @inline(__always)
    func use(at now: Instant) -> Standing {
        let standing = standing.load(ordering: .relaxed)
        guard standing.rawValue <= Standing.background.rawValue else { return standing }
        let seen = lastSeen.load(ordering: .relaxed)
        if now.secondsSince1970 &- seen > SessionRegistry.idleLimit, standing != .background { return .outOfDate }
        // If two loops record a use of the session at the same time, the recorded time may be a second too early.
        if now.secondsSince1970 > seen { lastSeen.store(now.secondsSince1970, ordering: .relaxed) }
        return standing
    }

    /// The session's state. Unlike `use`, this does not record a use of the session.
    ///
    /// - Returns: the state. It is also `outOfDate` if the session is not a background session and was not used in this
    ///   process for 15 minutes.
    func standing(at now: Instant) -> Standing {
        let standing = standing.load(ordering: .relaxed)
        guard standing.rawValue < Standing.background.rawValue else { return standing }
        return idleSeconds(at: now) > SessionRegistry.idleLimit ? .outOfDate : standing
    }

    func setOutOfDate() { standing.store(.outOfDate, ordering: .relaxed) }

    /// The time of the session's last use if the database does not have it yet; otherwise `nil`.
    var unwritten: Instant? {
        let seen = lastSeen.load(ordering: .relaxed)
        return seen > written.load(ordering: .relaxed) ? Instant(secondsSince1970: seen) : nil
    }

    func wasWritten(_ lastSeen: Instant) { written.store(lastSeen.secondsSince1970, ordering: .relaxed) }

    func idleSeconds(at now: Instant) -> Int64 { now.secondsSince1970 &- lastSeen.load(ordering: .relaxed) }
}
