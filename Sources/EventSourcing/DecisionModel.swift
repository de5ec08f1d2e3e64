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

    /// Rejects unless a state satisfies a condition.
    ///
    /// A run that lacks a state does not count. It is not ended here but goes on, so that one fetch loads everything
    /// that the decision reads.
    @inlinable
    public mutating func require<State: EventSourced, Rejection: Error>(
        _ subject: Subject<State>, _ isSatisfied: (State) -> Bool, else rejection: @autoclosure () -> Rejection
    ) throws(Rejection) where State.Event == Event {
        let state = self[subject]
        guard isSatisfied(state) || !missing.isEmpty else { throw rejection() }
    }

    /// Reads one subject after the other while more are needed, so that the append depends on no more than needed.
    ///
    /// A run that lacks a state does not count. It reads all the subjects, so that one fetch loads them.
    @inlinable
    public mutating func read<State: EventSourced>(
        _ subjects: some Sequence<Subject<State>>, while isNeeded: () -> Bool, _ body: (State) -> Void
    ) where State.Event == Event {
        for subject in subjects {
            if missing.isEmpty, !isNeeded() { break }
            body(self[subject])
        }
    }
}
