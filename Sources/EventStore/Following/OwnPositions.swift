import Identifiers
import Synchronization

/// The feed positions whose events this process need not fetch: the process has announced these events or is about to
/// announce them, or the events were appended before the process started.
///
/// A log claims its positions before it commits, so that the follower, which may be notified before the log is
/// answered, does not fetch them. No position is recorded before `follow` is called.
package final class OwnPositions: Sendable {
    private struct State {
        var isFollowed = false
        var feeds: [UUIDBytes: PositionSet] = [:]
        var whenMissed: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    package init() {}

    /// Registers an action that is called when this process has claimed positions but not written them, or does not
    /// know whether it wrote them.
    ///
    /// - Parameter act: should query the feeds, since another process may have written these positions and the follower
    ///   has skipped them.
    package func whenMissed(_ act: @escaping @Sendable () -> Void) { state.withLock { $0.whenMissed = act } }

    /// Begins to record which positions this process knows: those up to the given end of each feed. A feed for which no
    /// end is given is new, so none of its positions is known.
    package func follow(from positions: [UUIDBytes: Int64]) {
        state.withLock { state in
            state.isFollowed = true
            for (clinic, position) in positions where position > 0 {
                state.feeds[clinic, default: PositionSet()].insert(1...position)
            }
        }
    }

    /// Claims positions that this process is about to append, so that the follower does not fetch their events.
    package func take(_ clinic: UUIDBytes, _ positions: ClosedRange<Int64>) {
        state.withLock { state in
            guard state.isFollowed else { return }
            state.feeds[clinic, default: PositionSet()].insert(positions)
        }
    }

    /// Removes claimed positions whose events were not written or whose outcome is unknown, and calls the action that
    /// `whenMissed` has registered.
    package func miss(_ clinic: UUIDBytes, _ positions: ClosedRange<Int64>) {
        giveBack(clinic, positions)
        state.withLock { $0.whenMissed }?()
    }

    /// Forgets that this process knows the events at the given positions of a feed, so that the follower fetches them.
    package func giveBack(_ clinic: UUIDBytes, _ positions: ClosedRange<Int64>) {
        state.withLock { $0.feeds[clinic]?.remove(positions) }
    }

    /// The clinics whose events this process knows, at least in part.
    package var clinics: [UUIDBytes] { state.withLock { Array($0.feeds.keys) } }

    /// Forgets that this process knows the events after the given ends of the feeds, since PostgreSQL may have lost
    /// these events.
    package func cutBack(to ends: [UUIDBytes: Int64]) {
        state.withLock { state in
            for clinic in state.feeds.keys { state.feeds[clinic]?.remove((ends[clinic, default: 0] + 1)...(.max)) }
        }
    }

    /// Records that this process knows all events up to `last`, and returns the positions that it did not know before.
    package func claim(_ clinic: UUIDBytes, upTo last: Int64) -> [ClosedRange<Int64>] {
        state.withLock { state in
            guard last > 0 else { return [] }
            let missing = state.feeds[clinic, default: PositionSet()].gaps(in: 1...last)
            state.feeds[clinic, default: PositionSet()].insert(1...last)
            return missing
        }
    }
}
