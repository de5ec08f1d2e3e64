/// How often something took how long, or was how large, in buckets whose bounds are powers of two: the bucket of a value is the
/// number of its binary digits.
///
/// A plain value that its owner alone writes; whoever else wants to know gets a copy.
public struct Histogram: Sendable {
    /// The buckets that have a bound; one more has none.
    public static let bounded = 22

    /// The first bucket's bound is this power of two.
    private let exponent: Int
    private var counts = InlineArray<23, UInt64>(repeating: 0)
    public private(set) var sum: UInt64 = 0

    private init(exponent: Int) { self.exponent = exponent }

    /// Of nanoseconds, from 8 µs to 17 s.
    public static var durations: Histogram { Histogram(exponent: 13) }

    /// Of things that are counted, from 1 to 2 million.
    public static var sizes: Histogram { Histogram(exponent: 0) }

    public mutating func record(_ value: UInt64) {
        let digits = value == 0 ? 0 : UInt64.bitWidth - (value - 1).leadingZeroBitCount
        counts[min(max(digits - exponent, 0), Histogram.bounded)] &+= 1
        sum &+= value
    }

    public var count: UInt64 {
        var count: UInt64 = 0
        for index in counts.indices { count += counts[index] }
        return count
    }

    /// The largest value that a bucket takes.
    public func bound(_ bucket: Int) -> UInt64 { 1 << UInt64(bucket + exponent) }

    /// How many values a bucket and those below it have.
    public func cumulative(_ bucket: Int) -> UInt64 {
        var count: UInt64 = 0
        for index in 0...bucket { count += counts[index] }
        return count
    }

    /// Takes in another of the same kind.
    public mutating func add(_ other: Histogram) {
        for index in counts.indices { counts[index] &+= other.counts[index] }
        sum &+= other.sum
    }
}
