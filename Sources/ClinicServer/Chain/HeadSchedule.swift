import EventLoop

/// When the ends of chains are signed. What is kept outside of the database gets a head for every minute in which something
/// was appended, so that a database that was put back to a backup of the same hour contradicts it. The database itself gets
/// one an hour: proofs need no more, and the table is never emptied.
package struct HeadSchedule: Sendable {
    package enum Due: Hashable, Sendable {
        case nothing
        /// The folder outside alone.
        case outside
        /// The folder outside and the table.
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

    /// What was due was done.
    package mutating func did(_ due: Due, at now: MonotonicTime) {
        guard due != .nothing else { return }
        outsideAt = now + Self.minute
        if due == .everywhere { everywhereAt = now + Self.hour }
    }
}
