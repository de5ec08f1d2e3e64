/// What one run of a decision looks at: states by subject, read when asked for.
///
/// A decision depends on what it reads. Each read notes its tag and the position it is known up to; together they are
/// the condition of the append. A read that is not at hand answers with the initial state and is noted as missing: the
/// runner loads what is missing and runs the decision again, and only a run with nothing missing counts.
public struct Facts<Event: DomainEvent> {
    private let cache: FactCache<Event>
    /// Subjects that this run asked for and did not find.
    public private(set) var missing: [AnySubject<Event>] = []
    /// Tag by tag, the position that this run's reads are known up to.
    public private(set) var known: [Tag: Int64] = [:]

    public init(_ cache: FactCache<Event>) { self.cache = cache }

    /// The state of a subject.
    public subscript<State: EventSourced>(_ subject: Subject<State>) -> State where State.Event == Event {
        mutating get {
            let wanted = AnySubject(subject)
            guard let fold = cache[wanted.key] as? StateFold<State> else {
                if !missing.contains(where: { $0.key == wanted.key }) { missing.append(wanted) }
                return State.initial
            }
            known[subject.tag] = min(known[subject.tag] ?? .max, fold.position)
            return fold.state
        }
    }
}

/// The states of one clinic that are at hand, oldest use given up first beyond `capacity`.
///
/// Belongs to one event loop. A state that is out of date does no harm: the append's condition finds it out.
public final class FactCache<Event: DomainEvent> {
    private struct Entry {
        let fold: Fold<Event>
        var lastUse: UInt64
    }

    private let capacity: Int
    private var entries: [AnySubject<Event>.Key: Entry] = [:]
    /// The cached keys under each tag, since different states may fold the same events.
    private var keysByTag: [Tag: [AnySubject<Event>.Key]] = [:]
    private var uses: UInt64 = 0

    public init(capacity: Int = 20_000) { self.capacity = max(1, capacity) }

    subscript(_ key: AnySubject<Event>.Key) -> Fold<Event>? {
        guard let index = entries.index(forKey: key) else { return nil }
        uses += 1
        entries.values[index].lastUse = uses
        return entries.values[index].fold
    }

    /// The position a subject is known up to, 0 when it is not at hand.
    public func position(of subject: AnySubject<Event>) -> Int64 { entries[subject.key]?.fold.position ?? 0 }

    /// Takes in what was loaded for `subjects`: their tags' events after the position each was known up to, oldest
    /// first, and `position`, the feed's last as seen by the same statement.
    public func load(
        _ subjects: [AnySubject<Event>], events: [Tag: [Recorded<Event>]], upTo position: Int64
    ) {
        for subject in subjects {
            let fold = entries[subject.key]?.fold ?? insert(subject)
            for recorded in events[subject.key.tag] ?? [] { fold.absorb(recorded) }
            fold.position = max(fold.position, position)
        }
        trim()
    }

    /// Takes in events that were appended on the condition that nothing had come under `known` since.
    ///
    /// A state under one of those tags that is at least as far as the condition has missed nothing, so it goes on to
    /// `position`. Any other state under a tag of the new events may have missed something and is given up.
    public func absorb(_ appended: [Recorded<Event>], condition known: [Tag: Int64], upTo position: Int64) {
        var byTag: [Tag: [Recorded<Event>]] = [:]
        for recorded in appended { for tag in recorded.event.tags { byTag[tag, default: []].append(recorded) } }
        for (tag, events) in byTag where known[tag] == nil {
            forget(tag, before: events.first?.position ?? 0)
        }
        for (tag, after) in known {
            for key in keysByTag[tag] ?? [] {
                guard let fold = entries[key]?.fold else { continue }
                if fold.position < after {
                    forget(key)
                } else {
                    for recorded in byTag[tag] ?? [] { fold.absorb(recorded) }
                    fold.position = max(fold.position, position)
                }
            }
        }
    }

    /// Gives up what is known under a tag, so that the next read loads it.
    public func forget(_ tag: Tag) { forget(tag, before: .max) }

    private func forget(_ tag: Tag, before position: Int64) {
        for key in keysByTag[tag] ?? [] where (entries[key]?.fold.position ?? 0) < position { forget(key) }
    }

    private func forget(_ key: AnySubject<Event>.Key) {
        entries[key] = nil
        keysByTag[key.tag]?.removeAll { $0 == key }
        if keysByTag[key.tag]?.isEmpty == true { keysByTag[key.tag] = nil }
    }

    private func insert(_ subject: AnySubject<Event>) -> Fold<Event> {
        let fold = subject.begin()
        uses += 1
        entries[subject.key] = Entry(fold: fold, lastUse: uses)
        keysByTag[subject.key.tag, default: []].append(subject.key)
        return fold
    }

    /// Beyond the capacity, the least recently used eighth goes at once, so that the cost is spread.
    private func trim() {
        guard entries.count > capacity else { return }
        let oldest = entries.sorted { $0.value.lastUse < $1.value.lastUse }.prefix(entries.count - capacity * 7 / 8)
        for (key, _) in oldest { forget(key) }
    }
}

extension FactCache {
    /// A cache that holds all there is to know: the whole feed, for tests and for folds in memory.
    ///
    /// `decide` reaches the verdict of a decision over exactly these events.
    public static func decide<D: Decision>(
        _ decision: D, over feed: [Recorded<Event>], at now: Instant
    ) throws(D.Rejection) -> [Event] where D.Event == Event {
        let cache = FactCache(capacity: .max / 8)
        var byTag: [Tag: [Recorded<Event>]] = [:]
        for recorded in feed { for tag in recorded.event.tags { byTag[tag, default: []].append(recorded) } }
        while true {
            var facts = Facts(cache)
            let verdict = Result { () throws(D.Rejection) in try decision.decide(&facts, at: now) }
            if facts.missing.isEmpty { return try verdict.get() }
            cache.load(facts.missing, events: byTag, upTo: feed.last?.position ?? 0)
        }
    }
}
