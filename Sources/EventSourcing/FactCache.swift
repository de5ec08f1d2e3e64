import Identifiers
public import TimeZones

/// The states of one clinic that are at hand.
///
/// What is asked for belongs to the young; when they are half of what there is room for, they grow old together, and
/// what was old and not asked for meanwhile is given up.
///
/// Belongs to one event loop. A state that is out of date does no harm: the append's condition finds it out.
public final class FactCache<Event: DomainEvent> {
    /// Under each tag, since different states may fold the same events.
    private var young: [Tag: [Fold<Event>]] = [:]
    private var old: [Tag: [Fold<Event>]] = [:]
    /// How many tags there is room for, about.
    public var capacity: Int

    let zones: ZoneSource

    /// - Parameter zones: what local times are told by.
    public init(capacity: Int = 20_000, zones: ZoneSource = ZoneSource(.onlyUTC)) {
        self.capacity = capacity
        self.zones = zones
    }

    /// How many tags something is at hand under.
    public var count: Int { young.count + old.count }

    func fold<State: EventSourced>(_ subject: Subject<State>) -> StateFold<State>? where State.Event == Event {
        for fold in asked(subject.tag) ?? [] {
            if let fold = fold as? StateFold<State> { return fold }
        }
        return nil
    }

    /// What is at hand under a tag, young from now on.
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

    /// Those of the tags to be fetched under which somebody looks at personal values.
    public func personal(_ missing: [AnySubject<Event>], after: [Tag: Int64]) -> Set<Tag> {
        var tags: Set<Tag> = []
        for subject in missing where subject.readsPersonal { tags.insert(subject.key.tag) }
        for (tag, first) in after {
            for fold in atHand(tag) ?? [] where fold.position >= first && fold.readsPersonal { tags.insert(tag) }
        }
        return tags
    }

    /// Those of the tags to be fetched of which the last event is enough.
    public func lastAlone(_ missing: [AnySubject<Event>], after: [Tag: Int64]) -> Set<Tag> {
        var tags = Set(missing.lazy.filter(\.readsLast).map(\.key.tag))
        for subject in missing where !subject.readsLast { tags.remove(subject.key.tag) }
        return tags.filter { tag in (atHand(tag) ?? []).allSatisfy { $0.readsLast || $0.position < after[tag] ?? 0 } }
    }

    /// Takes in what was fetched.
    ///
    /// States come and go while a fetch is under way: one that is behind where the fetch began would miss events, and
    /// stays as it is.
    ///
    /// - Parameters:
    ///   - missing: subjects to begin, if nobody else has begun them meanwhile.
    ///   - after: the tags that were fetched, each with the position after which it was.
    ///   - last: those of the tags of which the last event alone was fetched.
    ///   - events: all other events under those tags after those positions, oldest first.
    ///   - position: the feed's last as seen by the same statement.
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

    /// Takes in events that were appended on the condition that nothing had come under `known` since.
    ///
    /// A state under one of those tags that is at least as far as the condition has missed nothing, so it goes on to
    /// `position`. Any other state under a tag of the new events may have missed something and is given up.
    ///
    /// - Parameter tags: all those under which each of the events is noticed, in their order.
    public func absorb(
        _ appended: [Recorded<Event>], tags: [[Tag]], condition known: [Tag: Int64], upTo position: Int64
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

    /// Takes in events on whose append's condition nothing is known, where every event before them has been heard of: no state
    /// at hand lacks one of those.
    public func absorb(_ appended: [Recorded<Event>], tags: [[Tag]]) {
        for (recorded, tags) in zip(appended, tags) {
            for tag in tags {
                for fold in atHand(tag) ?? [] { fold.absorb(recorded) }
            }
        }
    }

    /// Gives up what is known under a tag, so that the next read loads it.
    public func forget(_ tag: Tag) { forget(tag, before: .max) }

    /// Gives up those states under a tag that an event of a type can change.
    public func forget(_ tag: Tag, heeding type: String) { keep(under: tag) { !$0.heeds(type) } }

    private func forget(_ tag: Tag, before position: Int64) { keep(under: tag) { $0.position >= position } }

    private func keep(under tag: Tag, _ isKept: (Fold<Event>) -> Bool) {
        guard let folds = atHand(tag), !folds.allSatisfy(isKept) else { return }
        let rest = folds.filter(isKept)
        old[tag] = nil
        young[tag] = rest.isEmpty ? nil : rest
    }
}

extension FactCache {
    /// A cache that holds all there is to know: the whole feed, for tests and for folds in memory.
    ///
    /// `decide` reaches the verdict of a decision over exactly these events.
    public static func decide<D: Decision>(
        _ decision: D, over feed: [Recorded<Event>], at now: Instant, zones: ZoneSource = ZoneSource(.onlyUTC)
    ) throws(D.Rejection) -> [Event] where D.Event == Event {
        let cache = FactCache(capacity: .max / 8, zones: zones)
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
