public import EventLoop
public import EventSourcing
public import Identifiers
import Synchronization

/// Tells every loop of the process what was appended, by the process itself or by another.
public final class Announcements<Event: DomainEvent>: Sendable {
    private struct Listener: Sendable {
        /// `nil`: heard at once, on whichever loop it is.
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

    /// Calls `hear` for all that is appended from now on, before the commands are answered.
    ///
    /// - Parameters:
    ///   - loop: where it is called, as soon as that loop can where another one appended; `nil`: at once, on whichever
    ///     loop appended.
    ///   - hear: gets a clinic and its new events; none where they cannot be read.
    public func onAppended(
        on loop: EventLoop? = nil, _ hear: @escaping @Sendable (UUIDBytes, [Recorded<Event>]) -> Void
    ) {
        listen(on: loop) { appended in for appended in appended { hear(appended.clinic, appended.events) } }
    }

    func listen(on loop: EventLoop?, _ hear: @escaping @Sendable ([Appended<Event>]) -> Void) {
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
    /// Whoever hears of an erasure finds the keys gone.
    private func forgetKeys(_ appended: [Appended<Event>]) {
        if appended.contains(where: { $0.events.isEmpty }) { keys.forgetAll() }
        let erasures = appended.flatMap { appended in
            appended.events.compactMap { recorded in recorded.event.erasure.map { (appended.clinic, $0) } }
        }
        if !erasures.isEmpty { keys.hear(erasures) }
    }
}

/// Events that were appended together.
struct Appended<Event: DomainEvent>: Sendable {
    let clinic: UUIDBytes
    /// Empty where they cannot be read.
    let events: [Recorded<Event>]
    /// The events' tags, in their order.
    let tags: [[Tag]]
    /// The condition of their append: nothing had come under these tags after these positions. Unknown of events that
    /// another process appended.
    let condition: [Tag: Int64]?
    /// `nil` where it is not known what a clinic's events are any more.
    let positions: ClosedRange<Int64>?

    /// Whatever was known of a clinic may be wrong.
    static func nothingIsKnown(of clinic: UUIDBytes) -> Appended {
        Appended(clinic: clinic, events: [], tags: [], condition: nil, positions: nil)
    }
}
