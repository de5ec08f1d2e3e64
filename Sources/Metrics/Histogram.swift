/// A histogram of durations or sizes in buckets whose bounds are powers of two: the bucket of a value is found by
/// counting its binary digits.
///
/// Only the owner of a histogram records values. Other readers get a copy.
public struct Histogram: Sendable {
    /// The number of a histogram's buckets that have an upper bound. One further bucket has none.
    public static let bounded = 22

    /// The upper bound of the histogram's first bucket is 2 to the power of this exponent.
    private let exponent: Int
    private var counts = InlineArray<23, UInt64>(repeating: 0)
    public private(set) var sum: UInt64 = 0

    private init(exponent: Int) { self.exponent = exponent }

    /// A histogram of durations in nanoseconds. The bounds of its buckets are from 8 µs to 17 s.
    public static var durations: Histogram { Histogram(exponent: 13) }

    /// A histogram of sizes, such as numbers of items. The bounds of its buckets are from 1 to 2 million.
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

    /// The upper bound of a bucket: the largest value that is counted in it.
    public func bound(_ bucket: Int) -> UInt64 { 1 << UInt64(bucket + exponent) }

    /// The number of recorded values that are in a bucket or in one below it.
    public func cumulative(_ bucket: Int) -> UInt64 {
        var count: UInt64 = 0
        for index in 0...bucket { count += counts[index] }
        return count
    }

    /// Adds the values of another histogram of the same kind.
    public mutating func add(_ other: Histogram) {
        for index in counts.indices { counts[index] &+= other.counts[index] }
        sum &+= other.sum
    }
}
