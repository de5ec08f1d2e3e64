/// One time zone's rules: the offsets of local time, with the instants at which they begin.
public struct Zone: Hashable, Sendable {
    /// The periods of the time zone, the oldest first; never empty. The first period begins at the beginning of time.
    /// Two neighbouring periods never have the same offset.
    public let periods: [Period]

    /// A period in which a time zone has one offset from UTC. The period begins at `start`, in seconds since 1970.
    /// Local time is UTC plus `offset` seconds until the next period begins.
    public struct Period: Hashable, Sendable {
        public let start: Int64
        public let offset: Int64

        public init(start: Int64, offset: Int64) {
            self.start = start
            self.offset = offset
        }
    }

    public static let utc = Zone(offset: 0)

    /// Makes a time zone whose clocks never change.
    public init(offset: Int64) { periods = [Period(start: .min, offset: offset)] }

    /// Makes a time zone whose local time changes.
    ///
    /// - Parameter changes: the changes of local time, oldest first. A change to the offset that already applies is
    ///   left out.
    public init(first offset: Int64, changes: [Period]) {
        var periods = [Period(start: .min, offset: offset)]
        for change in changes where change.offset != periods[periods.count - 1].offset { periods.append(change) }
        self.periods = periods
    }

    /// The index of the time zone's period that contains an instant, in seconds since 1970.
    public func index(at second: Int64) -> Int {
        var low = 0
        var high = periods.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if periods[middle].start <= second { low = middle } else { high = middle }
        }
        return low
    }

    /// The number of seconds by which the time zone's local time is ahead of UTC at an instant, in seconds since 1970.
    public func offset(at second: Int64) -> Int64 { periods[index(at: second)].offset }
}
