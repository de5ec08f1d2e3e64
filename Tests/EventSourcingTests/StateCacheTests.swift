import EventSourcing
import Identifiers
import JSON
import Testing

private typealias Tag = EventSourcing.Tag

@Suite struct `The cache of one clinic` {
    private let cache = StateCache<Counted>()

    @Test func `reading a state that is not cached returns its initial state and marks the state for fetching`() {
        var model = DecisionModel(cache)
        #expect(model[.count("a")].total == 0)
        #expect(model.missing.map(\.key.tag) == [Tag(named: "a")])
        #expect(model.known.isEmpty)
    }

    @Test func `an event fetched twice is folded once, and the state is known up to the feed's last position`() {
        load(["a"], [.at(2, "a", 5), .at(3, "b", 7), .at(6, "a", 1)], upTo: 9)
        #expect(total("a") == 6)
        #expect(known("a") == 9)
        load(["a"], [.at(6, "a", 1)], upTo: 9)
        #expect(total("a") == 6)
    }

    /// The event at position 3 is fetched for tag `b`, whose state is missing. The state under tag `a` already includes
    /// the event.
    @Test func `an event with two tags that are fetched from different positions is folded once for each tag`() {
        let both = Recorded.at(3, "a", 5, under: ["a", "b"])
        load(["a"], [both], upTo: 4)
        var model = DecisionModel(cache)
        _ = model[.count("a")]
        _ = model[.count("b")]
        cache.load(
            model.missing, after: StateCache.request(missing: model.missing, refreshing: model.known), events: [both],
            upTo: 6)
        #expect(["a", "b"].map(total) == [5, 5])
        #expect(["a", "b"].map(known) == [6, 6])
    }

    @Test func `an append updates the cached states under the tags of its append condition`() {
        load(["a", "b"], [.at(1, "a", 5)], upTo: 4)
        cache.absorb([.at(7, "a", 2)], tags: [[Tag(named: "a")]], condition: [Tag(named: "a"): 4], upTo: 7)
        #expect(total("a") == 7)
        #expect(known("a") == 7)
        #expect(known("b") == 4)
    }

    @Test
    func `an append evicts the cached states of an event's tag if the append condition does not contain this tag`() {
        load(["a", "b"], [], upTo: 4)
        cache.absorb([.at(7, "b", 2)], tags: [[Tag(named: "b")]], condition: [Tag(named: "a"): 4], upTo: 7)
        #expect(known("a") == 7)
        #expect(known("b") == nil)
    }

    @Test func `an append evicts a cached state that is not known up to the position of the append condition`() {
        load(["a"], [], upTo: 4)
        cache.absorb([.at(7, "a", 2)], tags: [[Tag(named: "a")]], condition: [Tag(named: "a"): 5], upTo: 7)
        #expect(known("a") == nil)
    }

    @Test func `events whose append condition is unknown are folded into each cached state that does not include them`()
    {
        load(["a", "b"], [.at(1, "a", 5)], upTo: 4)
        load(["c"], [.at(5, "c", 1)], upTo: 5)
        let tags = [[Tag(named: "a")], [Tag(named: "c")]]
        cache.absorb([.at(6, "a", 2), .at(7, "c", 4)], tags: tags)
        cache.absorb([.at(5, "c", 1)], tags: [[Tag(named: "c")]])
        #expect(["a", "b", "c"].map(total) == [7, 0, 5])
        #expect(["a", "b", "c"].map(known) == [6, 4, 7])
    }

    @Test func `only the last event under a tag is fetched for a state that depends only on the last event`() {
        let tag = Tag(named: "a")
        var model = DecisionModel(cache)
        #expect(model[Subject<LastAmount>(tag)].amount == 0)
        let after = StateCache.request(missing: model.missing)
        #expect(cache.lastAlone(model.missing, after: after) == [tag])
        cache.load(model.missing, after: after, last: [tag], events: [.at(3, "a", 7)], upTo: 9)
        model = DecisionModel(cache)
        #expect(model[Subject<LastAmount>(tag)].amount == 7)
        #expect(model.known == [tag: 9])
    }

    @Test
    func `a fetch of only the last event under a tag does not change a state that needs all events under the tag`() {
        let tag = Tag(named: "a")
        var model = DecisionModel(cache)
        _ = model[Subject<LastAmount>(tag)]
        _ = model[.count("a")]
        #expect(cache.lastAlone(model.missing, after: StateCache.request(missing: model.missing)).isEmpty)
        // The state of a count needs all events under its tag. While a fetch reads only the tag's last event, another
        // fetch loads that state. So the first fetch must not change the state.
        model = DecisionModel(cache)
        _ = model[Subject<LastAmount>(tag)]
        let missing = model.missing
        load(["a"], [.at(1, "a", 5)], upTo: 1)
        cache.load(missing, after: [tag: 0], last: [tag], events: [.at(4, "a", 3)], upTo: 9)
        model = DecisionModel(cache)
        #expect(model[Subject<LastAmount>(tag)].amount == 3)
        #expect(total("a") == 5)
        #expect(known("a") == 1)
        #expect(cache.lastAlone([], after: [tag: 1]).isEmpty)
    }

    @Test
    func `a fetch of newer events loads no state if the cached state that they continue was evicted meanwhile`() {
        load(["a"], [.at(1, "a", 5)], upTo: 4)
        // Load the result of a fetch that read only events after position 4. While the fetch ran, the state was evicted
        // and requested again.
        cache.forget(Tag(named: "a"))
        var model = DecisionModel(cache)
        _ = model[.count("a")]
        cache.load(model.missing, after: [Tag(named: "a"): 4], events: [.at(6, "a", 1)], upTo: 6)
        #expect(known("a") == nil)
    }

    @Test func `a fetch does not update a cached state if events between the state and the fetch are missing`() {
        load(["a"], [.at(1, "a", 5)], upTo: 4)
        cache.load([], after: [Tag(named: "a"): 6], events: [.at(7, "a", 1)], upTo: 9)
        #expect(total("a") == 5)
        #expect(known("a") == 4)
    }

    @Test func `a full cache evicts the states that were cached first, and keeps the state that was cached last`() {
        let cache = StateCache<Counted>(capacity: 8)
        for name in ["a", "b", "c", "d", "e", "f", "g", "h", "i"] {
            var model = DecisionModel(cache)
            _ = model[.count(name)]
            cache.load(model.missing, after: StateCache.request(missing: model.missing), events: [], upTo: 1)
        }
        var model = DecisionModel(cache)
        for name in ["a", "b", "i"] { _ = model[.count(name)] }
        #expect(model.missing.map(\.key.tag) == [Tag(named: "a"), Tag(named: "b")])
    }

    @Test func `an event tagged with one day also belongs to the tag of all days in fetches, appends and evictions`() {
        let one = ID<Counted>(UUIDBytes(high: 0, low: 1))
        let days = Subject<Count>(Tag(TagKind(1), allDaysOf: one))
        let monday = Tag(TagKind(1), one, on: CivilDate(daysSince1970: 20_780))
        #expect([monday].noticed == [monday, days.tag])
        #expect([Tag(named: "a"), days.tag].noticed == [Tag(named: "a"), days.tag])
        #expect(days.tag.aspectsOfDays.contains(monday.aspect))
        #expect(!days.tag.aspectsOfDays.contains(days.tag.aspect))

        var model = DecisionModel(cache)
        _ = model[days]
        cache.load(
            model.missing, after: StateCache.request(missing: model.missing), events: [.at(2, monday, 5)], upTo: 3)
        cache.absorb([.at(4, monday, 2)], tags: [[monday].noticed], condition: [days.tag: 3], upTo: 4)
        model = DecisionModel(cache)
        #expect(model[days].total == 7)
        cache.absorb([.at(5, monday, 2)], tags: [[monday].noticed], condition: [monday: 4], upTo: 5)
        model = DecisionModel(cache)
        _ = model[days]
        #expect(model.missing.map(\.key.tag) == [days.tag])
    }

    @Test
    func `a command is rejected for a failed requirement only after all states that the decision needs were loaded`()
        throws
    {
        func decide(_ model: inout DecisionModel<Counted>) throws(TooFew) -> Int {
            try model.require(.count("a"), { $0.total > 0 }, else: TooFew())
            return model[.count("b")].total
        }
        var model = DecisionModel(cache)
        #expect(try decide(&model) == 0)
        #expect(model.missing.map(\.key.tag) == [Tag(named: "a"), Tag(named: "b")], "one fetch loads both")
        load(["a", "b"], [.at(1, "b", 5)], upTo: 4)
        model = DecisionModel(cache)
        #expect(throws: TooFew.self) { try decide(&model) }
        #expect(model.known.keys.map(\.self) == [Tag(named: "a")])
    }

    @Test func `a read of a list of subjects stops when the decision needs no more, or reads all if one is not cached`()
    {
        func read(_ model: inout DecisionModel<Counted>) -> Int {
            var sum = 0
            model.read(["a", "b", "c"].map { Subject<Count>.count($0) }, while: { sum < 5 }) { sum += $0.total }
            return sum
        }
        var model = DecisionModel(cache)
        _ = read(&model)
        #expect(model.missing.count == 3)
        load(["a", "b", "c"], [.at(1, "a", 2), .at(2, "b", 3), .at(3, "c", 4)], upTo: 4)
        model = DecisionModel(cache)
        #expect(read(&model) == 5)
        #expect(Set(model.known.keys) == [Tag(named: "a"), Tag(named: "b")])
    }

    private struct TooFew: Error {}

    private func load(_ names: [String], _ events: [Recorded<Counted>], upTo position: Int64) {
        var model = DecisionModel(cache)
        for name in names { _ = model[.count(name)] }
        cache.load(
            model.missing, after: StateCache.request(missing: model.missing, refreshing: model.known), events: events,
            upTo: position)
    }

    private func total(_ name: String) -> Int {
        var model = DecisionModel(cache)
        return model[.count(name)].total
    }

    private func known(_ name: String) -> Int64? {
        var model = DecisionModel(cache)
        _ = model[.count(name)]
        return model.known[Tag(named: name)]
    }
}

/// An event that adds `amount` to the count called `name`.
private struct Counted: DomainEvent, EventPayload {
    static let stored = StoredType("counted")
    static let codec: Codec<Counted> = object(
        Counted.init, field("name", \.name, .string(max: 10)), field("amount", \.amount, .int))
    static let types = EventTypes<Counted>().with(Counted.self) { $0 }

    let name: String
    let amount: Int
    /// The event's tags; `nil` if its only tag is the one made of `name`.
    var others: [Tag]?

    init(name: String, amount: Int) {
        self.name = name
        self.amount = amount
    }

    var payload: any EventPayload { self }
    var tags: [Tag] { others ?? [Tag(named: name)] }
}

private struct Count: EventSourced {
    static let initial = Count(total: 0)
    var total: Int

    mutating func evolve(_ recorded: Recorded<Counted>) { total += recorded.event.amount }
}

/// A state that depends only on its last event: the amount that was last added to a count.
private struct LastAmount: EventSourced {
    static let initial = LastAmount()
    static let readsLast = true
    var amount = 0

    mutating func evolve(_ recorded: Recorded<Counted>) { amount = recorded.event.amount }
}

extension Subject where State == Count {
    fileprivate static func count(_ name: String) -> Subject { Subject(Tag(named: name)) }
}

extension Recorded where Event == Counted {
    fileprivate static func at(_ position: Int64, _ name: String, _ amount: Int) -> Recorded {
        at(position, Counted(name: name, amount: amount))
    }

    fileprivate static func at(_ position: Int64, _ name: String, _ amount: Int, under names: [String]) -> Recorded {
        var event = Counted(name: name, amount: amount)
        event.others = names.map { Tag(named: $0) }
        return at(position, event)
    }

    fileprivate static func at(_ position: Int64, _ day: Tag, _ amount: Int) -> Recorded {
        var event = Counted(name: "day", amount: amount)
        event.others = [day]
        return at(position, event)
    }

    private static func at(_ position: Int64, _ event: Counted) -> Recorded {
        Recorded(
            clinic: UUIDBytes(high: 0, low: 0), position: position, event: event,
            recordedAt: Instant(secondsSince1970: 0), actor: .system)
    }
}

extension Tag {
    /// A tag with the bytes of a name as its subject's id.
    ///
    /// - Parameter name: at most eight bytes.
    fileprivate init(named name: String) {
        self.init(TagKind(1), subject: UUIDBytes(high: 0, low: name.utf8.reduce(0) { $0 << 8 | UInt64($1) }))
    }
}
