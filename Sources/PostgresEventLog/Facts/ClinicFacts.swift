import EventSourcing
import TimeZones

/// What a log has at hand of one clinic: facts, and which of the feed's positions it has heard of.
///
/// - Safety: touched on the log's loop alone.
package final class ClinicFacts<Event: DomainEvent>: @unchecked Sendable {
    package let cache: FactCache<Event>
    private var heard = PositionSet()
    private var hasBegun = false
    /// Where the log's last append leaves the feed, whether it has been committed yet or not; `nil` where that is not clear.
    var end: FeedEnd?
    /// So many appends ask first, since others append to the feed too.
    private var appendsToCheck = 0
    private var caution = 1
    /// What is to be fetched next, in one go.
    var waiting: [FactRequest<Event>] = []
    /// How many fetches are under way.
    package var fetches = 0 {
        didSet { if fetches == 0 { meanwhile.removeAll(keepingCapacity: true) } }
    }
    /// Events that were heard of since the fetches under way began, by position: what those may lack.
    private var meanwhile: [Int64: Recorded<Event>] = [:]

    init(_ zones: ZoneSource) { cache = FactCache(zones: zones) }

    /// Beyond so many they are given up, and fetches that lack one with them.
    private static var mostMeanwhile: Int { 4_000 }

    /// No fact at hand has missed an event up to here.
    package var seen: Int64 {
        guard hasBegun, let first = heard.ranges.first, first.lowerBound == 1 else { return 0 }
        return first.upperBound
    }

    /// Whether an append need not ask first how the feed ends.
    func mayAppendStraight() -> Bool {
        guard appendsToCheck == 0 else {
            appendsToCheck -= 1
            return false
        }
        return end != nil
    }

    /// An append on the expected end went through.
    func hasAppendedStraight() { caution = 1 }

    /// Somebody else has appended.
    func hasBeenOvertaken() {
        end = nil
        caution = min(caution * 2, 64)
        appendsToCheck = caution
    }

    /// - Parameter events: those at these positions, or none where they cannot be read.
    package func hear(_ positions: ClosedRange<Int64>, _ events: [Recorded<Event>] = []) {
        heard.insert(positions)
        guard fetches > 0 else { return }
        if meanwhile.count + events.count > Self.mostMeanwhile { meanwhile.removeAll(keepingCapacity: true) }
        for recorded in events { meanwhile[recorded.position] = recorded }
    }

    /// All events after `position` that have been heard of; `nil` where one of them is not at hand.
    private func heard(after position: Int64) -> [Recorded<Event>]? {
        guard let last = heard.ranges.last?.upperBound, last > position else { return [] }
        guard last - position <= meanwhile.count else { return nil }
        var events: [Recorded<Event>] = []
        for next in (position + 1)...last {
            guard let recorded = meanwhile[next] else { return nil }
            events.append(recorded)
        }
        return events
    }

    /// The feed was seen to end here. The first facts have missed nothing before; those that are there already have yet to
    /// hear of it.
    package func begin(at position: Int64) {
        if !hasBegun, position > 0 { heard.insert(1...position) }
        hasBegun = true
    }

    /// Takes in what a statement fetched that saw the feed up to `position`, and what has been heard of since. Where that is
    /// not all at hand, or a state has come up that looks at personal values which were left sealed, nothing is taken in, and
    /// who asked will ask again.
    ///
    /// - Parameters:
    ///   - last: the tags of which the last event alone was fetched.
    ///   - opened: the tags under which personal values were opened.
    package func load(
        _ missing: [AnySubject<Event>], after: [Tag: Int64], last: Set<Tag> = [], opened: Set<Tag>,
        events: [Recorded<Event>], upTo position: Int64
    ) {
        guard let since = heard(after: position), cache.personal(missing, after: after).isSubset(of: opened) else {
            return
        }
        begin(at: position)
        cache.load(
            missing, after: after, last: last, events: events + since, upTo: since.last?.position ?? position)
    }
}
