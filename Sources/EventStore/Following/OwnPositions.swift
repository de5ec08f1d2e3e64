import Identifiers
import Synchronization

/// The feed positions that are accounted for: announced in this process, about to be, or before its start.
///
/// A log claims its positions before it commits, so that the follower, which may be notified before the log is
/// answered, does not fetch them. Nothing is recorded before `follow`.
package final class OwnPositions: Sendable {
    private struct State {
        var isFollowed = false
        var feeds: [UUIDBytes: PositionSet] = [:]
        var whenMissed: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    package init() {}

    /// - Parameter act: called when claimed positions were not written: another process may have them, and they were
    ///   skipped.
    package func whenMissed(_ act: @escaping @Sendable () -> Void) { state.withLock { $0.whenMissed = act } }

    /// Starts the accounts. Feeds that are not named are new: they count from their first position.
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

    /// Claimed positions that were not written, or whose outcome is unknown.
    package func miss(_ clinic: UUIDBytes, _ positions: ClosedRange<Int64>) {
        giveBack(clinic, positions)
        state.withLock { $0.whenMissed }?()
    }

    /// Positions that are not accounted for after all.
    package func giveBack(_ clinic: UUIDBytes, _ positions: ClosedRange<Int64>) {
        state.withLock { $0.feeds[clinic]?.remove(positions) }
    }

    /// The clinics with accounts.
    package var clinics: [UUIDBytes] { state.withLock { Array($0.feeds.keys) } }

    /// Cuts the accounts back to these ends of the feeds.
    package func cutBack(to ends: [UUIDBytes: Int64]) {
        state.withLock { state in
            for clinic in state.feeds.keys { state.feeds[clinic]?.remove((ends[clinic, default: 0] + 1)...(.max)) }
        }
    }

    /// The positions up to `last` that were not accounted for; they are from now on.
    package func claim(_ clinic: UUIDBytes, upTo last: Int64) -> [ClosedRange<Int64>] {
        state.withLock { state in
            guard last > 0 else { return [] }
            let missing = state.feeds[clinic, default: PositionSet()].gaps(in: 1...last)
            state.feeds[clinic, default: PositionSet()].insert(1...last)
            return missing
        }
    }
}

/// A set of positions as ascending ranges that do not touch. For a feed without gaps it is one range.
package struct PositionSet: Equatable {
    package init() {}

    package private(set) var ranges: [ClosedRange<Int64>] = []

    package mutating func insert(_ new: ClosedRange<Int64>) {
        // Ranges that overlap or touch the new one are merged with it.
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
