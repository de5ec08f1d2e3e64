import EventSourcing
import Identifiers
import Synchronization

/// What every request must know of its session. All loops share a session's record, and read it without a lock.
final class SessionRecord: Sendable {
    enum Standing: UInt8, AtomicRepresentable {
        case open
        /// Open, but only to what is the account's own: the device was reported, a second factor is missing, or the session
        /// is for work in the background.
        case compromised, unenrolled, background
        case locked, ended
        /// Something has changed: the database has the last word.
        case outOfDate
    }

    let session: UUIDBytes
    let holder: SessionHolder
    private let standing: Atomic<Standing>
    /// Seconds since 1970.
    private let lastSeen: Atomic<Int64>
    /// As the database has it.
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

    /// Where the session stands; an open one counts as used now.
    ///
    /// - Returns: `outOfDate` also where nobody here has used it for too long: it may have been used on another node.
    @inline(__always)
    func use(at now: Instant) -> Standing {
        let standing = standing.load(ordering: .relaxed)
        guard standing.rawValue <= Standing.background.rawValue else { return standing }
        let seen = lastSeen.load(ordering: .relaxed)
        if now.secondsSince1970 &- seen > SessionRegistry.idleLimit, standing != .background { return .outOfDate }
        // Two loops may write at once: what is lost is a second.
        if now.secondsSince1970 > seen { lastSeen.store(now.secondsSince1970, ordering: .relaxed) }
        return standing
    }

    func setOutOfDate() { standing.store(.outOfDate, ordering: .relaxed) }

    /// When it was last used, where that is not written down yet.
    var unwritten: Instant? {
        let seen = lastSeen.load(ordering: .relaxed)
        return seen > written.load(ordering: .relaxed) ? Instant(secondsSince1970: seen) : nil
    }

    func wasWritten(_ lastSeen: Instant) { written.store(lastSeen.secondsSince1970, ordering: .relaxed) }

    func idleSeconds(at now: Instant) -> Int64 { now.secondsSince1970 &- lastSeen.load(ordering: .relaxed) }
}
