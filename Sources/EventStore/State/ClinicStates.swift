import EventSourcing
import TimeZones

/// A log's cache for one clinic: states, and the feed's positions received so far.
package final class ClinicStates<Event: DomainEvent> {
    package let cache: StateCache<Event>
    private var heard = PositionSet()
    private var hasBegun = false
    /// The feed's end after this log's last append, committed or not; `nil` if unknown.
    var end: FeedEnd?
    /// The number of appends that must be locking, since others append to the feed too.
    private var appendsToCheck = 0
    private var caution = 1
    /// The requests of the next fetch, which takes them all.
    var waiting: [StateRequest<Event>] = []
    /// The number of fetches in progress.
    package var fetches = 0 {
        didSet { if fetches == 0 { meanwhile.removeAll(keepingCapacity: true) } }
    }
    /// Events received since the running fetches began, by position: those that the fetches may lack.
    private var meanwhile: [Int64: Recorded<Event>] = [:]

    init(_ zones: ZoneSource) { cache = StateCache(zones: zones) }

    /// The maximum number of kept events. Beyond it they are dropped, and so are the results of fetches that lack one.
    private static var mostMeanwhile: Int { 4_000 }

    /// The position up to which no cached state has missed an event.
    package var seen: Int64 {
        guard hasBegun, let first = heard.ranges.first, first.lowerBound == 1 else { return 0 }
        return first.upperBound
    }

    /// Whether an append can be optimistic.
    func mayAppendOptimistically() -> Bool {
        guard appendsToCheck == 0 else {
            appendsToCheck -= 1
            return false
        }
        return end != nil
    }

    /// Notes that an optimistic append succeeded.
    func hasAppendedOptimistically() { caution = 1 }

    /// Notes that another process has appended.
    func hasBeenOvertaken() {
        end = nil
        caution = min(caution * 2, 64)
        appendsToCheck = caution
    }

    /// Notes received positions.
    ///
    /// - Parameter events: those at these positions; empty if they cannot be read.
    package func hear(_ positions: ClosedRange<Int64>, _ events: [Recorded<Event>] = []) {
        heard.insert(positions)
        guard fetches > 0 else { return }
        if meanwhile.count + events.count > Self.mostMeanwhile { meanwhile.removeAll(keepingCapacity: true) }
        for recorded in events { meanwhile[recorded.position] = recorded }
    }

    /// All received events after `position`; `nil` if one of them is not kept.
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

    /// Notes that the feed was read up to this end. New states have missed nothing before it; existing ones still have
    /// to receive their events.
    package func begin(at position: Int64) {
        if !hasBegun, position > 0 { heard.insert(1...position) }
        hasBegun = true
    }

    /// Folds events fetched by a statement that saw the feed up to `position`, and events received since. If some of
    /// those are not kept, or a state reads personal values that were not opened, nothing is folded and the caller asks
    /// again.
    ///
    /// - Parameters:
    ///   - last: the tags of which only the last event was fetched.
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
