import Synchronization

/// What a server that listens already still waits for before it can serve.
final class Readiness: Sendable {
    enum Step: String, Sendable {
        case reachingPostgres = "waiting for PostgreSQL"
        case migrating = "bringing the database's schema up to date"
        case following = "reading how far the clinics' feeds are"
    }

    private let current = Mutex(Step.reachingPostgres)

    var step: Step { current.withLock { $0 } }

    func begin(_ step: Step) { current.withLock { $0 = step } }
}
