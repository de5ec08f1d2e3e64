public import TimeZones

/// The condition of an append: no event has come with these tags after these positions, so that the decision still
/// holds.
public typealias AppendCondition = [Tag: Int64]

/// The states that one run of a decision reads, by subject.
///
/// Each read notes its tag and the position up to which it is known; together they are the append condition. A read
/// that is not cached returns the initial state and is noted as missing. The runner then loads what is missing and runs
/// the decision again. Only a run with nothing missing counts.
///
/// Events of earlier commands in the same batch are folded into the states, but do not count in the positions, since
/// they are not appended yet.
public struct DecisionModel<Event: DomainEvent> {
    private let cache: StateCache<Event>
    private let speculated: SpeculativeEvents<Event>?
    /// The zone rules for local times in this run.
    public let zones: ZoneRules
    /// Subjects that this run read and that were not cached.
    public private(set) var missing: [AnySubject<Event>] = []
    /// For each tag, the position up to which this run's reads are known.
    public private(set) var known: AppendCondition = [:]

    public init(_ cache: StateCache<Event>, speculatingOn speculated: SpeculativeEvents<Event>? = nil) {
        self.cache = cache
        self.speculated = speculated
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
            return (speculated?.state(subject, after: fold) ?? fold.state).under(zones)
        }
    }
}
