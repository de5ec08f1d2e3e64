import Synchronization

/// How far a server is in its life.
final class Readiness: Sendable {
    enum Step: Sendable {
        case reachingPostgres, migrating, following, serving, draining

        /// Why no request is carried out; public.
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

    private let current = Mutex(Step.reachingPostgres)

    var step: Step { current.withLock { $0 } }

    /// Who drains begins nothing else.
    func begin(_ step: Step) {
        current.withLock { current in
            if current != .draining { current = step }
        }
    }
}
