public import TimeZones

/// State that is nothing but a fold over events.
public protocol EventSourced: Sendable {
    associatedtype Event: DomainEvent

    /// Before any event.
    static var initial: Self { get }

    /// Whether `evolve` looks at personal values. One that does not is folded without anybody's keys: it finds such values
    /// erased.
    static var readsPersonal: Bool { get }

    /// Whether the last event under the tag says all: only that one is read then, however many there are before it.
    static var readsLast: Bool { get }

    /// The state as it reads by these zone rules, where it tells the time of a zone. Events hold names of zones, never
    /// their rules, so that newer rules need no newer events.
    func under(_ zones: ZoneRules) -> Self

    /// Whether an event that is stored under a type can change the state. A state that does not heed an event is served though
    /// the event cannot be read.
    static func heeds(_ type: String) -> Bool

    /// One event on. Events of other subjects that share the tag pass by unnoticed.
    mutating func evolve(_ recorded: Recorded<Event>)
}

extension EventSourced {
    public static var readsPersonal: Bool { true }
    public static var readsLast: Bool { false }
    public static func heeds(_ type: String) -> Bool { true }

    @inlinable
    public func under(_ zones: ZoneRules) -> Self { self }
}

/// The state of type `State` that the events under one tag fold to.
public struct Subject<State: EventSourced>: Hashable, Sendable {
    public let tag: Tag

    public init(_ tag: Tag) { self.tag = tag }
}

/// A subject without its type: what has to be loaded, and how to begin its fold.
public struct AnySubject<Event: DomainEvent>: Sendable {
    public struct Key: Hashable, Sendable {
        public let tag: Tag
        let state: ObjectIdentifier
    }

    public let key: Key
    public let begin: @Sendable () -> Fold<Event>
    let readsPersonal: Bool
    public let readsLast: Bool
    /// See `EventSourced`.
    public let heeds: @Sendable (String) -> Bool

    init<State: EventSourced>(_ subject: Subject<State>) where State.Event == Event {
        key = Key(tag: subject.tag, state: ObjectIdentifier(State.self))
        begin = { StateFold(State.initial) }
        readsPersonal = State.readsPersonal
        readsLast = State.readsLast
        heeds = { State.heeds($0) }
    }
}

/// A state under way, whatever its type.
public class Fold<Event: DomainEvent> {
    /// All events of the subject up to here are in.
    public internal(set) var position: Int64 = 0
    var readsPersonal: Bool { true }
    var readsLast: Bool { false }
    func heeds(_ type: String) -> Bool { true }

    /// One event on; an event that is in already is passed over.
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
