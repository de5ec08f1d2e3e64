import EventSourcing

/// What a log has at hand of one clinic: facts, and which of the feed's positions it has heard of.
///
/// - Safety: touched on the log's loop alone.
package final class ClinicFacts<Event: DomainEvent>: @unchecked Sendable {
    package let cache = FactCache<Event>()
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
    var fetches = 0

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

    package func hear(_ positions: ClosedRange<Int64>) { heard.insert(positions) }

    /// The feed was seen to end here. The first facts have missed nothing before; those that are there already have yet to
    /// hear of it.
    package func begin(at position: Int64) {
        if !hasBegun, position > 0 { heard.insert(1...position) }
        hasBegun = true
    }

    /// Takes in what a statement fetched that saw the feed up to `position`, unless something newer has been heard of
    /// meanwhile: what was fetched may lack it, and who asked will ask again. The same holds where a state has come up that
    /// looks at personal values which were left sealed.
    ///
    /// - Parameter opened: the tags under which personal values were opened.
    package func load(
        _ missing: [AnySubject<Event>], after: [Tag: Int64], opened: Set<Tag>, events: [Recorded<Event>],
        upTo position: Int64
    ) {
        guard position >= heard.ranges.last?.upperBound ?? 0,
            cache.personal(missing, after: after).isSubset(of: opened)
        else { return }
        begin(at: position)
        cache.load(missing, after: after, events: events, upTo: position)
    }
}
