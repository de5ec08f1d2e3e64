import EventLoop

/// The schedule for signing the ends of chains. For each chain, the outside folder gets a signed head in every minute
/// with appends. So if the database is restored from a backup, even from one of the same hour, the restored chain
/// contradicts a signed head in the folder. By this schedule the database gets at most one signed head per chain and
/// hour, since proofs need no more, and signed heads in the database are never deleted.
package struct HeadSchedule: Sendable {
    package enum Due: Hashable, Sendable {
        case nothing
        /// A signed head is due for the outside folder only.
        case outside
        /// A signed head is due for the outside folder and for the database's table.
        case everywhere
    }

    static let minute = Duration.seconds(60)
    static let hour = Duration.seconds(3600)
    private var outsideAt: MonotonicTime
    private var everywhereAt: MonotonicTime

    package init(at now: MonotonicTime) {
        outsideAt = now
        everywhereAt = now
    }

    package func due(at now: MonotonicTime) -> Due {
        if now >= everywhereAt { return .everywhere }
        return now >= outsideAt ? .outside : .nothing
    }

    /// Records that a due signing of chains was done, and plans the next one.
    package mutating func did(_ due: Due, at now: MonotonicTime) {
        guard due != .nothing else { return }
        outsideAt = now + Self.minute
        if due == .everywhere { everywhereAt = now + Self.hour }
    }
}
