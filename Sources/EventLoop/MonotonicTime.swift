/// A moment on the system's monotonic clock, in whole milliseconds. The moment has no meaning on another machine, or
/// after this machine has restarted.
public struct MonotonicTime: Hashable, Comparable, Sendable {
    public let milliseconds: Int64

    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    public static func < (a: Self, b: Self) -> Bool { a.milliseconds < b.milliseconds }

    public static func - (later: Self, earlier: Self) -> Duration {
        .milliseconds(later.milliseconds - earlier.milliseconds)
    }

    /// Adds a duration to a time. A fraction of a millisecond is rounded up, so that no deadline is too early.
    public static func + (time: Self, duration: Duration) -> Self {
        Self(milliseconds: time.milliseconds.saturatingAdding(duration.wholeMilliseconds))
    }
}

extension Duration {
    /// The duration in milliseconds, rounded up and limited to about half of the range of `Int64`, so that sums of such
    /// durations do not overflow.
    var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let perMillisecond: Int64 = 1_000_000_000_000_000
        let part = attoseconds > 0 ? (attoseconds - 1) / perMillisecond + 1 : attoseconds / perMillisecond
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflow else { return seconds < 0 ? .min / 2 : .max / 2 }
        return min(max(product, .min / 2), .max / 2) + part
    }
}

extension Int64 {
    func saturatingAdding(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}
