public import TimeZones

/// The condition of an append: no event with one of these tags has been appended after the position given for the tag.
/// While it holds, the decision is valid.
public typealias AppendCondition = [Tag: Int64]

/// The states that one run of a decision reads, by subject.
///
/// Each read records its tag and the position up to which the state includes all events. Together they are the append
/// condition. If a state is not cached, the read returns the initial state and adds the subject to `missing`. The
/// caller then loads the missing states and runs the decision again. Only the result of a run without missing states is
/// used.
///
/// Events of earlier commands in the same batch are folded into the states, but do not change the recorded positions,
/// since these events are not appended yet.
public struct DecisionModel<Event: DomainEvent> {
    private let cache: StateCache<Event>
    private let speculated: SpeculativeEvents<Event>?
    /// The time zone rules for local times in the present run of a decision.
    public let zones: ZoneRules
    /// Subjects that the present run of a decision has read and that were not cached.
    public private(set) var missing: [AnySubject<Event>] = []
    /// For each tag that the present run of a decision has read, the position up to which the read state includes all
    /// events.
    public private(set) var known: AppendCondition = [:]

    public init(_ cache: StateCache<Event>, speculatingOn speculated: SpeculativeEvents<Event>? = nil) {
        self.cache = cache
        self.speculated = speculated
        zones = cache.zones.current
    }

    /// Reads the state of a subject for the present run of a decision.
    public subscript<State: EventSourced>(_ subject: Subject<State>) -> State where State.Event == Event {
        mutating get {
            guard let fold = cache.fold(subject) else {
                let wanted = AnySubject(subject)
                if !missing.contains(where: { $0.key == wanted.key }) { missing.append(wanted) }
                return State.initial(under: subject.tag)
            }
            known[subject.tag] = min(known[subject.tag] ?? .max, fold.position)
            return (speculated?.state(subject, after: fold) ?? fold.state).under(zones)
        }
    }

    /// Rejects the command unless a state satisfies a condition.
    ///
    /// If a state is missing, the run continues without a rejection, so that one fetch loads everything that the
    /// decision reads. The result of such a run is not used.
    @inlinable
    public mutating func require<State: EventSourced, Rejection: Error>(
        _ subject: Subject<State>, _ isSatisfied: (State) -> Bool, else rejection: @autoclosure () -> Rejection
    ) throws(Rejection) where State.Event == Event {
        let state = self[subject]
        guard isSatisfied(state) || !missing.isEmpty else { throw rejection() }
    }

    /// Rejects the command unless the state of one of several subjects satisfies a condition.
    @inlinable
    public mutating func require<State: EventSourced, Rejection: Error>(
        oneOf subjects: [Subject<State>], _ isSatisfied: (State) -> Bool, else rejection: @autoclosure () -> Rejection
    ) throws(Rejection) where State.Event == Event {
        var isFound = false
        for subject in subjects where isSatisfied(self[subject]) { isFound = true }
        guard isFound || !missing.isEmpty else { throw rejection() }
    }

    /// Reads one subject after the other until no more are needed, so that the append depends on as few subjects as
    /// possible.
    ///
    /// If a state is missing, all subjects are read, so that one fetch loads them. The result of such a run is not
    /// used.
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
