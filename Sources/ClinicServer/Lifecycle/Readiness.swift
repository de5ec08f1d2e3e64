import Synchronization

/// The phase of this server process, from its start until it drains.
final class Readiness: Sendable {
    enum Phase: Sendable {
        case reachingPostgres, migrating, following, serving, draining

        /// The explanation that a 503 answer shows to clients while the server is in the given phase.
        var reason: String {
            switch self {
            case .reachingPostgres: "waiting for PostgreSQL"
            case .migrating: "bringing the database's schema up to date"
            case .following: "reading how far the clinics' feeds are"
            case .serving: "starting"
            case .draining: "draining"
            }
        }
    }

    private let current = Mutex(Phase.reachingPostgres)

    var phase: Phase { current.withLock { $0 } }

    /// Sets the server's phase. A server that drains stays in that phase.
    func begin(_ phase: Phase) {
        current.withLock { current in
            if current != .draining { current = phase }
        }
    }
}
