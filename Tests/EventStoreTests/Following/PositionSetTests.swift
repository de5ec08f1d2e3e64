import EventStore
import Identifiers
import Testing

@Suite struct `Sets of positions` {
    @Test(
        arguments: [
            ([1...3, 4...6], [1...6]), ([4...6, 1...3], [1...6]), ([1...3, 7...9, 4...6], [1...9]),
            ([1...3, 5...6], [1...3, 5...6]), ([5...6, 1...3], [1...3, 5...6]), ([1...9, 3...4], [1...9]),
            ([3...4, 6...7, 9...9, 1...20], [1...20]), ([2...5, 4...8], [2...8]), ([4...8, 2...5], [2...8]),
        ] as [([ClosedRange<Int64>], [ClosedRange<Int64>])])
    func `position ranges that overlap or are adjacent are merged into one`(
        _ inserted: [ClosedRange<Int64>], _ expected: [ClosedRange<Int64>]
    ) {
        #expect(set(inserted).ranges == expected)
    }

    @Test(
        arguments: [
            ([1...9], 4...5, [1...3, 6...9]), ([1...9], 1...9, []), ([1...9], 1...3, [4...9]),
            ([1...9], 7...12, [1...6]),
            ([1...3, 6...9], 3...6, [1...2, 7...9]),
        ] as [([ClosedRange<Int64>], ClosedRange<Int64>, [ClosedRange<Int64>])])
    func `positions removed from a set of ranges are no longer in the set, and all other positions stay in it`(
        _ inserted: [ClosedRange<Int64>], _ removed: ClosedRange<Int64>, _ expected: [ClosedRange<Int64>]
    ) {
        var set = set(inserted)
        set.remove(removed)
        #expect(set.ranges == expected)
    }

    @Test func `after random changes, a set of ranges has the same positions as an ordinary set of numbers`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            var ranges = PositionSet()
            var plain: Set<Int64> = []
            for _ in 0..<20 {
                let first = Int64.random(in: 1...40, using: &random)
                let range = first...(first + Int64.random(in: 0...6, using: &random))
                if Bool.random(using: &random) {
                    ranges.insert(range)
                    plain.formUnion(range)
                } else {
                    ranges.remove(range)
                    plain.subtract(range)
                }
                #expect(Set(ranges.ranges.joined()) == plain)
                let whole: ClosedRange<Int64> = 3...30
                #expect(Set(ranges.gaps(in: whole).joined()) == Set(whole).subtracting(plain))
                #expect(zip(ranges.ranges, ranges.ranges.dropFirst()).allSatisfy { $0.upperBound + 1 < $1.lowerBound })
            }
        }
    }

    private func set(_ ranges: [ClosedRange<Int64>]) -> PositionSet {
        var set = PositionSet()
        for range in ranges { set.insert(range) }
        return set
    }
}

@Suite struct `Notices of new events` {
    @Test func `notices of new events are split into payloads below 8,000 bytes, and are the same after decoding`() {
        let notices = (1...500).map {
            FeedNotice(clinic: UUIDBytes(high: 7, low: UInt64($0)), positions: Int64($0)...Int64($0 * 1_000_000))
        }
        let payloads = FeedNotice.payloads(notices)
        #expect(payloads.count > 1)
        #expect(payloads.allSatisfy { $0.utf8.count < 8_000 })
        #expect(payloads.compactMap { FeedNotice.read($0) }.flatMap(\.self) == notices)
    }

    @Test(arguments: [
        "nonsense", "a:1:2", "018f0000-0000-7000-8000-000000000001:2:1", "018f0000-0000-7000-8000-000000000001:0:1",
    ])
    func `a malformed notice of new events is ignored`(_ payload: String) {
        #expect(FeedNotice.read(payload) == nil)
    }
}
