import Synchronization

/// Whether the database takes changes, as a server's heartbeats prove.
///
/// One that fails says little: a connection was lost, or a standby took over. After some in a row the server is not ready, and only some
/// that succeed in a row make it so again; so what sends requests here is not told one thing and the other in turns.
package final class WritePulse: Sendable {
    package enum Beat: Sendable, Equatable {
        case proved
        /// PostgreSQL answered that it could not: it may be read-only, or its disk full.
        case refused
        /// PostgreSQL did not answer in time.
        case unanswered
    }

    /// What the beats so far come to; before the first, the database is taken for out of reach.
    private struct State {
        var verdict = Beat.unanswered
        /// How many in a row contradict the verdict.
        var against = 0
        var hasBegun = false
    }

    private let state = Mutex(State())

    package init() {}

    static let failuresUntilUnready = 3
    static let successesUntilReady = 2

    package var verdict: Beat { state.withLock { $0.verdict } }

    package func note(_ beat: Beat) {
        state.withLock { state in
            guard state.hasBegun else {
                state.hasBegun = true
                state.verdict = beat
                return
            }
            guard (state.verdict == .proved) != (beat == .proved) else {
                // Why it is not ready may change at once.
                state.verdict = beat
                state.against = 0
                return
            }
            state.against += 1
            let enough = beat == .proved ? Self.successesUntilReady : Self.failuresUntilUnready
            if state.against >= enough {
                state.verdict = beat
                state.against = 0
            }
        }
    }
}
