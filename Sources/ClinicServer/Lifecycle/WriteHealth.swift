import Synchronization

/// Whether the database accepts writes, according to the server's heartbeats.
///
/// A single failure may come from a lost connection or a failover. So several failures in a row make the server
/// unready, and several successes make it ready again, so that a load balancer does not add and remove the server in
/// quick succession.
package final class WriteHealth: Sendable {
    package enum Beat: Sendable, Equatable {
        case proved
        /// PostgreSQL answered that it could not write: it may be read-only, or its disk may be full.
        case refused
        /// PostgreSQL can be reached, and does not let the server take on its role.
        case roleRefused
        /// PostgreSQL could not be reached, or did not answer the heartbeat in time.
        case unanswered
    }

    /// The conclusion from all heartbeats so far. Until the first heartbeat, the database is regarded as unreachable.
    private struct State {
        var verdict = Beat.unanswered
        /// The number of consecutive heartbeats that contradict the conclusion `verdict` on whether the database
        /// accepts writes.
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
                // The heartbeat agrees with the earlier conclusion on whether the database accepts writes. If the
                // database does not accept them, the latest kind of failure is stored.
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
