import EventLoop

/// The schedule for signing the ends of chains. The outside folder gets a head for every minute with appends. If the
/// database is restored from a backup, even one of the same hour, its chain then disagrees with the folder. By this
/// schedule the database itself gets at most one head per hour, since proofs need no more, and rows of that table are
/// never deleted.
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

    /// Notes that a due signing of chains was done, and plans the next one.
    package mutating func did(_ due: Due, at now: MonotonicTime) {
        guard due != .nothing else { return }
        outsideAt = now + Self.minute
        if due == .everywhere { everywhereAt = now + Self.hour }
    }
}
