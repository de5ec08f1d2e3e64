import Metrics
import Testing

@Suite struct HistogramTests {
    @Test(arguments: [
        (UInt64(0), 0), (1, 0), (8_192, 0), (8_193, 1), (16_384, 1), (16_385, 2), (1 << 34, 21), (1 << 34 + 1, 22),
        (.max, 22),
    ])
    func `a histogram counts a value in the first bucket with a bound >= the value`(_ value: UInt64, _ bucket: Int) {
        var histogram = Histogram.durations
        histogram.record(value)
        #expect(histogram.cumulative(bucket) == 1)
        if bucket > 0 { #expect(histogram.cumulative(bucket - 1) == 0) }
        if bucket < Histogram.bounded { #expect(value <= histogram.bound(bucket)) }
        if bucket > 0 { #expect(value > histogram.bound(bucket - 1)) }
        #expect(histogram.count == 1)
        #expect(histogram.sum == value)
    }

    @Test func `the first bucket of a histogram of sizes counts only sizes up to one`() {
        var histogram = Histogram.sizes
        for size: UInt64 in [1, 1, 2, 3, 4, 200] { histogram.record(size) }
        #expect([0, 1, 2, 7, 8].map(histogram.cumulative) == [2, 3, 5, 5, 6])
        #expect([0, 1, 2, 8].map(histogram.bound) == [1, 2, 4, 256])
        #expect(histogram.sum == 211)
    }

    @Test func `adding two histograms adds their buckets`() {
        var (first, second) = (Histogram.durations, Histogram.durations)
        for value: UInt64 in [1, 10_000, 1_000_000] { first.record(value) }
        for value: UInt64 in [2, 10_001] { second.record(value) }
        first.add(second)
        #expect(first.count == 5)
        #expect(first.sum == 1_020_004)
        #expect(first.cumulative(1) == 4)
    }

    @Test func `the request sampler selects one request of sixteen, beginning with the first`() {
        var sampler = Sampler()
        #expect((0..<512).filter { _ in sampler.picks() } == Array(stride(from: 0, to: 512, by: 16)))
    }
}
