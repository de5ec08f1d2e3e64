/// A set of positions as ascending ranges that do not touch. The set of a feed without gaps is one range.
package struct PositionSet: Equatable {
    package init() {}

    package private(set) var ranges: [ClosedRange<Int64>] = []

    package mutating func insert(_ new: ClosedRange<Int64>) {
        // The new range of positions is merged with the ranges that it overlaps or touches.
        var merged = new
        let first = ranges.firstIndex { $0.upperBound >= new.lowerBound - 1 } ?? ranges.endIndex
        var end = first
        while end < ranges.endIndex, ranges[end].lowerBound <= new.upperBound + 1 {
            merged = min(merged.lowerBound, ranges[end].lowerBound)...max(merged.upperBound, ranges[end].upperBound)
            end += 1
        }
        ranges.replaceSubrange(first..<end, with: [merged])
    }

    package mutating func remove(_ gone: ClosedRange<Int64>) {
        ranges = ranges.flatMap { range -> [ClosedRange<Int64>] in
            guard range.overlaps(gone) else { return [range] }
            var rest: [ClosedRange<Int64>] = []
            if range.lowerBound < gone.lowerBound { rest.append(range.lowerBound...(gone.lowerBound - 1)) }
            if range.upperBound > gone.upperBound { rest.append((gone.upperBound + 1)...range.upperBound) }
            return rest
        }
    }

    /// The ranges of positions within `whole` that are not in the set.
    package func gaps(in whole: ClosedRange<Int64>) -> [ClosedRange<Int64>] {
        var gaps: [ClosedRange<Int64>] = []
        var next = whole.lowerBound
        for range in ranges where range.upperBound >= next {
            guard range.lowerBound <= whole.upperBound else { break }
            if range.lowerBound > next { gaps.append(next...(range.lowerBound - 1)) }
            next = range.upperBound + 1
        }
        if next <= whole.upperBound { gaps.append(next...whole.upperBound) }
        return gaps
    }
}
