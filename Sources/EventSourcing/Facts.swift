public import TimeZones

/// What one run of a decision looks at: states by subject, read when asked for.
///
/// A decision depends on what it reads. Each read notes its tag and the position it is known up to; together they are
/// the condition of the append. A read that is not at hand answers with the initial state and is noted as missing: the
/// runner loads what is missing and runs the decision again, and only a run with nothing missing counts.
///
/// Events that are foreseen are in the states, and not in the positions: nobody has them yet.
public struct Facts<Event: DomainEvent> {
    private let cache: FactCache<Event>
    private let foreseen: Foreseen<Event>?
    /// The rules that this run tells local times by.
    public let zones: ZoneRules
    /// Subjects that this run asked for and did not find.
    public private(set) var missing: [AnySubject<Event>] = []
    /// Tag by tag, the position that this run's reads are known up to.
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
