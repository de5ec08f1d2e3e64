import Identifiers
import Synchronization

/// Which feed positions are accounted for: announced in this process, about to be, or too old to matter.
///
/// A log takes its positions before it commits, so that the follower, who may hear of them before the log does, does
/// not fetch them. Nothing is kept until somebody follows.
package final class OwnPositions: Sendable {
    private struct State {
        var isFollowed = false
        var feeds: [UUIDBytes: PositionSet] = [:]
        var whenMissed: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    package init() {}

    /// - Parameter act: called when positions were missed: somebody else may have them, and been passed over.
    package func whenMissed(_ act: @escaping @Sendable () -> Void) { state.withLock { $0.whenMissed = act } }

    /// Begins to keep account. Feeds that are not named are new: they count from their first position.
    package func follow(from positions: [UUIDBytes: Int64]) {
        state.withLock { state in
            state.isFollowed = true
            for (clinic, position) in positions where position > 0 {
                state.feeds[clinic, default: PositionSet()].insert(1...position)
            }
        }
    }

    /// Positions that the process appends itself.
    package func take(_ clinic: UUIDBytes, _ positions: ClosedRange<Int64>) {
        state.withLock { state in
            guard state.isFollowed else { return }
            state.feeds[clinic, default: PositionSet()].insert(positions)
        }
    }

    /// Positions that were taken and did not come to be, or nobody knows.
    package func miss(_ clinic: UUIDBytes, _ positions: ClosedRange<Int64>) {
        giveBack(clinic, positions)
        state.withLock { $0.whenMissed }?()
    }

    /// Positions that are not accounted for after all.
    package func giveBack(_ clinic: UUIDBytes, _ positions: ClosedRange<Int64>) {
        state.withLock { $0.feeds[clinic]?.remove(positions) }
    }

    /// The clinics of which positions are accounted for, or were.
    package var clinics: [UUIDBytes] { state.withLock { Array($0.feeds.keys) } }

    /// Feeds end here, whatever was accounted for beyond.
    package func cutBack(to ends: [UUIDBytes: Int64]) {
        state.withLock { state in
            for clinic in state.feeds.keys { state.feeds[clinic]?.remove((ends[clinic, default: 0] + 1)...(.max)) }
        }
    }

    /// The positions up to `last` that nobody has accounted for; they are from now on.
    package func claim(_ clinic: UUIDBytes, upTo last: Int64) -> [ClosedRange<Int64>] {
        state.withLock { state in
            guard last > 0 else { return [] }
            let missing = state.feeds[clinic, default: PositionSet()].gaps(in: 1...last)
            state.feeds[clinic, default: PositionSet()].insert(1...last)
            return missing
        }
    }
}

/// A set of positions as ascending ranges that do not touch; in step with a feed it is one range.
package struct PositionSet: Equatable {
    package init() {}

    package private(set) var ranges: [ClosedRange<Int64>] = []

    package mutating func insert(_ new: ClosedRange<Int64>) {
        // Those that overlap or touch the new range become one with it.
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

    /// The parts of `whole` that are not in the set.
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
