import Synchronization

/// The phase of a server's life.
final class Readiness: Sendable {
    enum Phase: Sendable {
        case reachingPostgres, migrating, following, serving, draining

        /// The reason why requests are refused, in the text for clients.
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

    /// Begins the next phase of the server's life. A draining server begins no other phase.
    func begin(_ phase: Phase) {
        current.withLock { current in
            if current != .draining { current = phase }
        }
    }
}
