import EventSourcing
import Identifiers
import Logging
import Synchronization

/// Events that somebody in the process could not read, until they are quarantined. The clinic is served all the same, but for
/// what depends on them.
public final class UnreadableEvents: Sendable {
    private let known = Mutex<Set<EventPlace>>([])
    private let logger: Logger
    /// Beyond so many, further ones are only logged.
    private static let most = 100

    init(_ logger: Logger) { self.logger = logger }

    /// By clinic and position.
    public var all: [EventPlace] {
        known.withLock { $0 }.sorted { ($0.clinic, $0.position) < ($1.clinic, $1.position) }
    }

    /// Tells the operator, once for each event.
    func note(_ what: Unreadable) {
        guard let event = what.event else { return }
        let isNew = known.withLock { $0.count < Self.most && $0.insert(event).inserted }
        guard isNew else { return }
        logger.error(
            "an event cannot be read; what depends on it fails until it is quarantined",
            metadata: [
                "clinic": "\(event.clinic)", "position": "\(event.position)", "type": "\(event.type)",
                "reason": "\(what)",
                "mended_by": "chairside quarantine --clinic \(event.clinic) --position \(event.position)",
            ])
    }

    /// Forgets an event that is quarantined.
    func hear(_ quarantined: Quarantined, in clinic: UUIDBytes) {
        known.withLock { known in
            known = known.filter { $0.clinic != clinic || $0.position != quarantined.position }
        }
    }
}
