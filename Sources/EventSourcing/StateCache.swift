import Identifiers
public import TimeZones

/// The cached states of one clinic.
///
/// The cache has two generations. A read moves a state to the young generation. When the young generation reaches half
/// of the capacity, it becomes the old one, and the states that are still in the previous old one are evicted.
///
/// A cache belongs to one event loop. An outdated state is harmless, since the append condition detects it.
public final class StateCache<Event: DomainEvent> {
    /// The young generation of states, by tag. Several states of one tag fold the same events.
    private var young: [Tag: [Fold<Event>]] = [:]
    private var old: [Tag: [Fold<Event>]] = [:]
    /// The approximate number of tags whose states the cache can hold.
    public var capacity: Int

    let zones: ZoneSource

    /// Creates a cache without states.
    ///
    /// - Parameter zones: the time zone rules for local times.
    public init(capacity: Int = 20_000, zones: ZoneSource = ZoneSource(.onlyUTC)) {
        self.capacity = capacity
        self.zones = zones
    }

    /// The number of tags with a cached state.
    public var count: Int { young.count + old.count }

    func fold<State: EventSourced>(_ subject: Subject<State>) -> StateFold<State>? where State.Event == Event {
        for fold in asked(subject.tag) ?? [] {
            if let fold = fold as? StateFold<State> { return fold }
        }
        return nil
    }

    /// Returns the states cached under a tag, and moves them to the cache's young generation.
    private func asked(_ tag: Tag) -> [Fold<Event>]? {
        if let folds = young[tag] { return folds }
        guard let folds = old.removeValue(forKey: tag) else { return nil }
        keep(folds, under: tag)
        return folds
    }

    private func keep(_ folds: [Fold<Event>], under tag: Tag) {
        if young.count >= max(1, capacity / 2) {
            old = young
            young = [:]
        }
        young[tag] = folds
    }

    private func atHand(_ tag: Tag) -> [Fold<Event>]? { young[tag] ?? old[tag] }

    /// Returns the tags to fetch for missing and outdated states, each with the position after which to fetch.
    ///
    /// - Parameter known: the tags of states that may be outdated, each with the position up to which the state
    ///   includes all events.
    public static func request(
        missing: [AnySubject<Event>], refreshing known: [Tag: Int64] = [:]
    ) -> [Tag: Int64] {
        var after = known
        for subject in missing { after[subject.key.tag] = 0 }
        return after
    }

    /// Of the tags whose events are about to be fetched, returns those whose missing or outdated states are folded from
    /// personal values.
    public func personal(_ missing: [AnySubject<Event>], after: [Tag: Int64]) -> Set<Tag> {
        var tags: Set<Tag> = []
        for subject in missing where subject.readsPersonal { tags.insert(subject.key.tag) }
        for (tag, first) in after {
            for fold in atHand(tag) ?? [] where fold.position >= first && fold.readsPersonal { tags.insert(tag) }
        }
        return tags
    }

    /// Of the tags that are about to be fetched, returns those under which every missing or outdated state needs only
    /// the last event.
    public func lastAlone(_ missing: [AnySubject<Event>], after: [Tag: Int64]) -> Set<Tag> {
        var tags = Set(missing.lazy.filter(\.readsLast).map(\.key.tag))
        for subject in missing where !subject.readsLast { tags.remove(subject.key.tag) }
        return tags.filter { tag in (atHand(tag) ?? []).allSatisfy { $0.readsLast || $0.position < after[tag] ?? 0 } }
    }

    /// Folds fetched events into the cache.
    ///
    /// States may be added or evicted during a fetch. A state that does not include all events up to the position from
    /// which on events were fetched would miss some, so it is not changed.
    ///
    /// - Parameters:
    ///   - missing: the subjects whose states are created, unless another fetch has created them meanwhile.
    ///   - after: the fetched tags, each with the position after which events were fetched.
    ///   - last: the tags for which only the last event was fetched.
    ///   - events: the fetched events, oldest first. Except for the tags in `last`, they are all events under the tags
    ///     after these positions.
    ///   - position: the feed's last position, read by the same statement.
    public func load(
        _ missing: [AnySubject<Event>], after: [Tag: Int64], last: Set<Tag> = [], events: [Recorded<Event>],
        upTo position: Int64
    ) {
        for subject in missing where after[subject.key.tag] == 0 { begin(subject) }
        for recorded in events {
            for tag in recorded.event.tags.noticed {
                guard let first = after[tag], recorded.position > first else { continue }
                for fold in atHand(tag) ?? [] where fold.position >= first && (fold.readsLast || !last.contains(tag)) {
                    fold.absorb(recorded)
                }
            }
        }
        for (tag, first) in after {
            for fold in atHand(tag) ?? [] where fold.position >= first && (fold.readsLast || !last.contains(tag)) {
                fold.position = max(fold.position, position)
            }
        }
    }

    private func begin(_ subject: AnySubject<Event>) {
        let folds = asked(subject.key.tag) ?? []
        let new = subject.begin()
        if folds.contains(where: { type(of: $0) == type(of: new) }) { return }
        keep(folds + [new], under: subject.key.tag)
    }

    /// Folds events that were appended under the append condition `known`.
    ///
    /// A state under one of the condition's tags that is known at least up to the tag's position has missed no event,
    /// so it advances to `position`. Any other state under a tag of the condition or of the new events may have missed
    /// an event and is evicted.
    ///
    /// - Parameter tags: for each event, its tags and the tags of all days that cover them.
    public func absorb(
        _ appended: [Recorded<Event>], tags: [[Tag]], condition known: AppendCondition, upTo position: Int64
    ) {
        for (tag, after) in known {
            guard let folds = atHand(tag) else { continue }
            var isBehind = false
            for fold in folds {
                guard fold.position >= after else {
                    isBehind = true
                    continue
                }
                for index in appended.indices where tags[index].contains(tag) { fold.absorb(appended[index]) }
                fold.position = max(fold.position, position)
            }
            if isBehind { forget(tag, before: after) }
        }
        for index in appended.indices {
            for tag in tags[index] where known[tag] == nil { forget(tag, before: appended[index].position) }
        }
    }

    /// Folds events whose append condition is unknown. The caller must have received every earlier event, so that no
    /// cached state lacks one.
    public func absorb(_ appended: [Recorded<Event>], tags: [[Tag]]) {
        for (recorded, tags) in zip(appended, tags) {
            for tag in tags {
                for fold in atHand(tag) ?? [] { fold.absorb(recorded) }
            }
        }
    }

    /// Evicts the states under a tag, so that the next read loads them.
    public func forget(_ tag: Tag) { forget(tag, before: .max) }

    /// Evicts the states under a tag that an event of the given type can change.
    public func forget(_ tag: Tag, heeding type: String) { keep(under: tag) { !$0.heeds(type) } }

    private func forget(_ tag: Tag, before position: Int64) { keep(under: tag) { $0.position >= position } }

    private func keep(under tag: Tag, _ isKept: (Fold<Event>) -> Bool) {
        guard let folds = atHand(tag), !folds.allSatisfy(isKept) else { return }
        let rest = folds.filter(isKept)
        old[tag] = nil
        young[tag] = rest.isEmpty ? nil : rest
    }
}

extension StateCache {
    /// Runs a decision over the given events alone, with a cache that holds the whole feed; for tests and folds in
    /// memory.
    public static func decide<D: Decision>(
        _ decision: D, over feed: [Recorded<Event>], at now: Instant, zones: ZoneSource = ZoneSource(.onlyUTC)
    ) throws(D.Rejection) -> [Event] where D.Event == Event {
        let cache = StateCache(capacity: .max / 8, zones: zones)
        while true {
            var model = DecisionModel(cache)
            let verdict = Result { () throws(D.Rejection) in try decision.decide(&model, at: now) }
            if model.missing.isEmpty { return try verdict.get() }
            cache.load(
                model.missing, after: StateCache.request(missing: model.missing), events: feed,
                upTo: feed.last?.position ?? 0)
        }
    }
}
