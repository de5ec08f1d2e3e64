public import TimeZones

/// The states that one run of a decision reads, by subject.
///
/// Each read notes its tag and the position up to which it is known; together they are the append condition. A read
/// that is not cached returns the initial state and is noted as missing. The runner then loads what is missing and runs
/// the decision again. Only a run with nothing missing counts.
///
/// Events of earlier commands in the same batch are folded into the states, but do not count in the positions, since
/// they are not appended yet.
public struct Facts<Event: DomainEvent> {
    private let cache: FactCache<Event>
    private let foreseen: Foreseen<Event>?
    /// The zone rules for local times in this run.
    public let zones: ZoneRules
    /// Subjects that this run read and that were not cached.
    public private(set) var missing: [AnySubject<Event>] = []
    /// For each tag, the position up to which this run's reads are known.
    public private(set) var known: [Tag: Int64] = [:]

    public init(_ cache: FactCache<Event>, foreseeing foreseen: Foreseen<Event>? = nil) {
        self.cache = cache
        self.foreseen = foreseen
        zones = cache.zones.current
    }

    /// The state of a subject.
    public subscript<State: EventSourced>(_ subject: Subject<State>) -> State where State.Event == Event {
        mutating get {
            guard let fold = cache.fold(subject) else {
                let wanted = AnySubject(subject)
                if !missing.contains(where: { $0.key == wanted.key }) { missing.append(wanted) }
                return State.initial
            }
            known[subject.tag] = min(known[subject.tag] ?? .max, fold.position)
            return (foreseen?.state(subject, after: fold) ?? fold.state).under(zones)
        }
    }
}
