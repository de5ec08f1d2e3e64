import EventLoop
public import EventSourcing
public import Identifiers
import Synchronization

/// Informs every loop of this process of the events that this process and other processes append.
public final class Announcements<Event: DomainEvent>: Sendable {
    private enum Listener: Sendable {
        /// A receiver of announcements that is called on whichever loop announces the events, before `announce`
        /// returns.
        case anywhere(@Sendable ([Appended<Event>]) -> Void)
        /// A receiver of announcements that is bound to a loop and is called on this loop: before `announce` returns if
        /// the same loop announces the events, and soon afterwards if another loop does.
        case bound(LoopBound<([Appended<Event>]) -> Void>)
    }

    private let listeners = Mutex<[Listener]>([])
    private let keys: PersonalKeys

    private let unreadable: UnreadableEvents

    init(keys: PersonalKeys, _ unreadable: UnreadableEvents) {
        self.keys = keys
        self.unreadable = unreadable
    }

    /// Calls `hear` for all events announced from now on, on the loop that announces them. Events of this process are
    /// announced on the loop that appended them, before the commands are answered.
    ///
    /// - Parameter hear: receives a clinic and its new events; no events if they cannot be read, or if all cached data
    ///   about the clinic may be wrong.
    public func onAppended(_ hear: @escaping @Sendable (UUIDBytes, [Recorded<Event>]) -> Void) {
        let listener = Listener.anywhere { appended in
            for appended in appended { hear(appended.clinic, appended.events) }
        }
        listeners.withLock { $0.append(listener) }
    }

    /// Calls `hear` on the given loop for all appended events that are announced from now on: at once if the given loop
    /// announces them, and soon afterwards if another loop does. Must be called on the given loop.
    package func listen(on loop: EventLoop, _ hear: @escaping ([Appended<Event>]) -> Void) {
        let listener = Listener.bound(LoopBound(hear, on: loop))
        listeners.withLock { $0.append(listener) }
    }

    func announce(_ appended: [Appended<Event>]) {
        forgetKeys(appended)
        for appended in appended {
            for event in appended.events {
                if let quarantined = event.event.quarantined { unreadable.hear(quarantined, in: appended.clinic) }
            }
        }
        for listener in listeners.withLock({ $0 }) {
            switch listener {
            case .anywhere(let hear): hear(appended)
            case .bound(let hear) where hear.loop.isCurrent: hear.value(appended)
            case .bound(let hear): hear.loop.execute { hear.value(appended) }
            }
        }
    }
}

extension Announcements {
    /// Removes from the cache the person keys that an erasure has destroyed, before any other part of the process
    /// receives the event of the erasure. If an announcement has no readable events, all person keys are removed.
    private func forgetKeys(_ appended: [Appended<Event>]) {
        if appended.contains(where: { $0.events.isEmpty }) { keys.forgetAll() }
        let erasures = appended.flatMap { appended in
            appended.events.compactMap { recorded in recorded.event.erasure.map { (appended.clinic, $0) } }
        }
        if !erasures.isEmpty { keys.hear(erasures) }
    }
}
