public import EventSourcing

/// The state that tells the positions of a clinic's quarantined events.
public struct Quarantine<Event: DomainEvent>: EventSourced {
    public static var initial: Quarantine { Quarantine() }
    public static var readsPersonal: Bool { false }
    public private(set) var positions: Set<Int64> = []

    public mutating func evolve(_ recorded: Recorded<Event>) {
        if let quarantined = recorded.event.quarantined { positions.insert(quarantined.position) }
    }
}
