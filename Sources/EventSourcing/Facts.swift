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

    /// From where each tag has to be fetched, so that what is missing is at hand and what is known is up to date.
    ///
    /// - Parameter known: tags to bring up to date, each with the position that it is known up to.
    public static func request(
        missing: [AnySubject<Event>], refreshing known: [Tag: Int64] = [:]
    ) -> [Tag: Int64] {
        var after = known
        for subject in missing { after[subject.key.tag] = 0 }
        return after
    }

    /// Takes in what was fetched.
    ///
    /// States come and go while a fetch is under way: one that is behind where the fetch began would miss events, and
    /// stays as it is.
    ///
    /// - Parameters:
    ///   - missing: subjects to begin, if nobody else has begun them meanwhile.
    ///   - after: the tags that were fetched, each with the position after which it was.
    ///   - events: all events under those tags after those positions, oldest first.
    ///   - position: the feed's last as seen by the same statement.
    public func load(
        _ missing: [AnySubject<Event>], after: [Tag: Int64], events: [Recorded<Event>], upTo position: Int64
    ) {
        for subject in missing where entries[subject.key] == nil && after[subject.key.tag] == 0 { insert(subject) }
        for recorded in events {
            for tag in recorded.event.tags {
                guard let first = after[tag], recorded.position > first else { continue }
                for key in keysByTag[tag] ?? [] {
                    if let fold = entries[key]?.fold, fold.position >= first { fold.absorb(recorded) }
                }
            }
        }
        for (tag, first) in after {
            for key in keysByTag[tag] ?? [] {
                if let fold = entries[key]?.fold, fold.position >= first {
                    fold.position = max(fold.position, position)
                }
            }
        }
        trim()
    }

    /// Takes in events that were appended on the condition that nothing had come under `known` since.
    ///
    /// A state under one of those tags that is at least as far as the condition has missed nothing, so it goes on to
    /// `position`. Any other state under a tag of the new events may have missed something and is given up.
    ///
    /// - Parameter tags: the events' tags, in their order.
    public func absorb(
        _ appended: [Recorded<Event>], tags: [[Tag]], condition known: [Tag: Int64], upTo position: Int64
    ) {
        for (recorded, tags) in zip(appended, tags) {
            for tag in tags where keysByTag[tag] != nil && known[tag] == nil { forget(tag, before: recorded.position) }
        }
        for (tag, after) in known {
            for key in keysByTag[tag] ?? [] {
                guard let fold = entries[key]?.fold else { continue }
                if fold.position < after {
                    forget(key)
                } else {
                    for (recorded, tags) in zip(appended, tags) where tags.contains(tag) { fold.absorb(recorded) }
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

    private func insert(_ subject: AnySubject<Event>) {
        uses += 1
        entries[subject.key] = Entry(fold: subject.begin(), lastUse: uses)
        keysByTag[subject.key.tag, default: []].append(subject.key)
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
        while true {
            var facts = Facts(cache)
            let verdict = Result { () throws(D.Rejection) in try decision.decide(&facts, at: now) }
            if facts.missing.isEmpty { return try verdict.get() }
            cache.load(
                facts.missing, after: FactCache.request(missing: facts.missing), events: feed,
                upTo: feed.last?.position ?? 0)
        }
    }
}
