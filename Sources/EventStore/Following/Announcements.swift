public import EventLoop
public import EventSourcing
public import Identifiers
import Synchronization

/// Passes appended events to every loop of the process, from this and other processes.
public final class Announcements<Event: DomainEvent>: Sendable {
    private struct Listener: Sendable {
        /// The loop on which a listener is called; `nil` to call it at once, on any loop.
        let loop: EventLoop?
        let hear: @Sendable ([Appended<Event>]) -> Void
    }

    private let listeners = Mutex<[Listener]>([])
    private let keys: PersonalKeys

    private let unreadable: UnreadableEvents

    init(keys: PersonalKeys, _ unreadable: UnreadableEvents) {
        self.keys = keys
        self.unreadable = unreadable
    }

    /// Calls `hear` for all events appended from now on, before the commands are answered.
    ///
    /// - Parameters:
    ///   - loop: the loop to call it on, soon after another loop's append; `nil`: at once, on the appending loop.
    ///   - hear: gets a clinic and its new events; none if they cannot be read.
    public func onAppended(
        on loop: EventLoop? = nil, _ hear: @escaping @Sendable (UUIDBytes, [Recorded<Event>]) -> Void
    ) {
        listen(on: loop) { appended in for appended in appended { hear(appended.clinic, appended.events) } }
    }

    package func listen(on loop: EventLoop?, _ hear: @escaping @Sendable ([Appended<Event>]) -> Void) {
        listeners.withLock { $0.append(Listener(loop: loop, hear: hear)) }
    }

    func announce(_ appended: [Appended<Event>]) {
        forgetKeys(appended)
        for appended in appended {
            for event in appended.events {
                if let quarantined = event.event.quarantined { unreadable.hear(quarantined, in: appended.clinic) }
            }
        }
        for listener in listeners.withLock({ $0 }) {
            if let loop = listener.loop, !loop.isCurrent {
                loop.execute { listener.hear(appended) }
            } else {
                listener.hear(appended)
            }
        }
    }
}

extension Announcements {
    /// Removes destroyed keys from the cache before listeners receive the erasure.
    private func forgetKeys(_ appended: [Appended<Event>]) {
        if appended.contains(where: { $0.events.isEmpty }) { keys.forgetAll() }
        let erasures = appended.flatMap { appended in
            appended.events.compactMap { recorded in recorded.event.erasure.map { (appended.clinic, $0) } }
        }
        if !erasures.isEmpty { keys.hear(erasures) }
    }
}
