public import EventLoop
public import EventSourcing
import Identifiers
import Synchronization

/// Tells every loop of the process what was appended, by the process itself or by another.
public final class Announcements<Event: DomainEvent>: Sendable {
    private struct Listener: Sendable {
        let loop: EventLoop
        let hear: @Sendable ([Appended<Event>]) -> Void
    }

    private let listeners = Mutex<[Listener]>([])

    public init() {}

    /// Calls `hear` on `loop` for all that is appended from now on, oldest first within each clinic.
    ///
    /// On the loop that appended, it is called before the commands are answered; the others come as soon as they can.
    public func onAppended(on loop: EventLoop, _ hear: @escaping @Sendable ([Recorded<Event>]) -> Void) {
        listen(on: loop) { appended in hear(appended.flatMap(\.events)) }
    }

    func listen(on loop: EventLoop, _ hear: @escaping @Sendable ([Appended<Event>]) -> Void) {
        listeners.withLock { $0.append(Listener(loop: loop, hear: hear)) }
    }

    func announce(_ appended: [Appended<Event>]) {
        for listener in listeners.withLock({ $0 }) {
            if listener.loop.isCurrent {
                listener.hear(appended)
            } else {
                listener.loop.execute { listener.hear(appended) }
            }
        }
    }
}

/// Events that were appended together.
struct Appended<Event: DomainEvent>: Sendable {
    let clinic: UUIDBytes
    /// Empty where they cannot be read.
    let events: [Recorded<Event>]
    /// The condition of their append: nothing had come under these tags after these positions. Unknown of events that
    /// another process appended.
    let condition: [Tag: Int64]?
    /// How far the condition held: the position of the last event.
    let position: Int64
}
