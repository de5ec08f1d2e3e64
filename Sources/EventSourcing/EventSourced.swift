public import TimeZones

/// A state that decisions read, folded from the events under one tag.
public protocol EventSourced: Sendable {
    associatedtype Event: DomainEvent

    /// The state before any event is folded into it.
    static var initial: Self { get }

    /// The state of a subject before any event of it, for the subject's tag.
    static func initial(under tag: Tag) -> Self

    /// Whether `evolve` reads personal values. If not, the state is folded without any keys, and personal values are
    /// read as erased.
    static var readsPersonal: Bool { get }

    /// Whether the last event under the tag determines the state. Then only that event is read, however many come
    /// before it.
    static var readsLast: Bool { get }

    /// Returns the state with the given time zone rules, if it computes local times. Events contain names of time zones
    /// but no rules, so newer rules need no new events.
    func under(_ zones: ZoneRules) -> Self

    /// Whether an event of the given stored type can change the state. A state that ignores an event can be used
    /// although the event cannot be read.
    static func heeds(_ type: String) -> Bool

    /// Folds one event into the state. Events under the tag that do not concern the state are ignored.
    mutating func evolve(_ recorded: Recorded<Event>)
}

extension EventSourced {
    public static func initial(under tag: Tag) -> Self { initial }
    public static var readsPersonal: Bool { true }
    public static var readsLast: Bool { false }
    public static func heeds(_ type: String) -> Bool { true }

    @inlinable
    public func under(_ zones: ZoneRules) -> Self { self }
}

/// A state of type `State`, folded from the events under one tag.
public struct Subject<State: EventSourced>: Hashable, Sendable {
    public let tag: Tag

    public init(_ tag: Tag) { self.tag = tag }
}

/// A subject without its state type. It can begin the fold of the subject's state, and says which events that fold
/// needs.
public struct AnySubject<Event: DomainEvent>: Sendable {
    public struct Key: Hashable, Sendable {
        public let tag: Tag
        let state: ObjectIdentifier
    }

    public let key: Key
    public let begin: @Sendable () -> Fold<Event>
    let readsPersonal: Bool
    public let readsLast: Bool
    /// Whether an event of the given stored type can change the state. If not, the state can be used although the event
    /// cannot be read.
    public let heeds: @Sendable (String) -> Bool

    init<State: EventSourced>(_ subject: Subject<State>) where State.Event == Event {
        key = Key(tag: subject.tag, state: ObjectIdentifier(State.self))
        begin = { StateFold(State.initial(under: subject.tag)) }
        readsPersonal = State.readsPersonal
        readsLast = State.readsLast
        heeds = { State.heeds($0) }
    }
}

/// A state that is being folded, without its type.
public class Fold<Event: DomainEvent> {
    /// All events of the subject up to this position are folded.
    public internal(set) var position: Int64 = 0
    var readsPersonal: Bool { true }
    var readsLast: Bool { false }
    func heeds(_ type: String) -> Bool { true }

    /// Folds one event into the state. An event that was folded already is ignored.
    func absorb(_ recorded: Recorded<Event>) {}

    fileprivate init() {}
}

final class StateFold<State: EventSourced>: Fold<State.Event> {
    private(set) var state: State
    override var readsPersonal: Bool { State.readsPersonal }
    override var readsLast: Bool { State.readsLast }
    override func heeds(_ type: String) -> Bool { State.heeds(type) }

    init(_ initial: State) {
        state = initial
        super.init()
    }

    override func absorb(_ recorded: Recorded<State.Event>) {
        guard recorded.position > position else { return }
        state.evolve(recorded)
        position = recorded.position
    }
}
