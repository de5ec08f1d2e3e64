/// One zone's rules: the offsets of local time, with the instants at which they begin.
public struct Zone: Hashable, Sendable {
    /// Never empty, oldest first; the first begins at the beginning of time. No two neighbours have the same offset.
    public let periods: [Period]

    /// From `start` until the next period begins, local time is UTC plus `offset`. Both in seconds; `start` since 1970.
    public struct Period: Hashable, Sendable {
        public let start: Int64
        public let offset: Int64

        public init(start: Int64, offset: Int64) {
            self.start = start
            self.offset = offset
        }
    }

    public static let utc = Zone(offset: 0)

    /// A zone whose clocks never change.
    public init(offset: Int64) { periods = [Period(start: .min, offset: offset)] }

    /// - Parameter changes: oldest first; changes to the present offset are left out.
    public init(first offset: Int64, changes: [Period]) {
        var periods = [Period(start: .min, offset: offset)]
        for change in changes where change.offset != periods[periods.count - 1].offset { periods.append(change) }
        self.periods = periods
    }

    /// The index of the period that holds at a second of UTC.
    public func index(at second: Int64) -> Int {
        var low = 0
        var high = periods.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if periods[middle].start <= second { low = middle } else { high = middle }
        }
        return low
    }

    /// Seconds that local time is ahead of UTC.
    public func offset(at second: Int64) -> Int64 { periods[index(at: second)].offset }
}
