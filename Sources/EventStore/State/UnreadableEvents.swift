import EventSourcing
import Identifiers
import Logging
import Synchronization

/// Events that the process could not read and that are not quarantined yet. Requests that do not depend on them are
/// served.
public final class UnreadableEvents: Sendable {
    private let known = Mutex<Set<EventPlace>>([])
    private let logger: Logger
    /// The maximum number of unreadable events that are remembered. Further ones are neither remembered nor logged.
    private static let most = 100

    init(_ logger: Logger) { self.logger = logger }

    /// The events that the process could not read, by clinic and position.
    public var all: [EventPlace] {
        known.withLock { $0 }.sorted { ($0.clinic, $0.position) < ($1.clinic, $1.position) }
    }

    /// Logs and remembers an unreadable event when it is first met. Up to 100 events are remembered.
    package func note(_ what: Unreadable) {
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

    /// Removes an event from the unreadable events, because it has been quarantined.
    func hear(_ quarantined: Quarantined, in clinic: UUIDBytes) {
        known.withLock { known in
            known = known.filter { $0.clinic != clinic || $0.position != quarantined.position }
        }
    }
}
