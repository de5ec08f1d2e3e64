import EventSourcing
import TimeZones

/// A log's cache for one clinic: its states, and the feed positions whose events were received.
package final class ClinicStates<Event: DomainEvent> {
    package let cache: StateCache<Event>
    private var heard = PositionSet()
    private var hasBegun = false
    /// The end of the clinic's feed after this log's last append, committed or not; `nil` if unknown.
    var end: FeedEnd?
    /// The number of the clinic's next appends that must be locking appends. It is set when an optimistic append with
    /// commands of the clinic fails because one of the append's feeds has moved.
    private var appendsToCheck = 0
    private var caution = 1
    /// The commands and queries whose missing or outdated states the clinic's next fetch loads.
    var waiting: [StateRequest<Event>] = []
    /// The number of fetches of the clinic's states in progress.
    package var fetches = 0 {
        didSet { if fetches == 0 { meanwhile.removeAll(keepingCapacity: true) } }
    }
    /// The clinic's events that the log has received since the fetches in progress began, by position. The results of
    /// these fetches may lack them.
    private var meanwhile: [Int64: Recorded<Event>] = [:]

    init(_ zones: ZoneSource) { cache = StateCache(zones: zones) }

    /// The maximum number of new events that are kept while fetches run, since the fetched states may not contain them.
    /// Above it, all kept events are dropped, and so are the fetched states that do not contain all of them.
    private static var mostMeanwhile: Int { 4_000 }

    /// The position of the clinic's feed up to which no cached state has missed an event.
    package var seen: Int64 {
        guard hasBegun, let first = heard.ranges.first, first.lowerBound == 1 else { return 0 }
        return first.upperBound
    }

    /// Whether the clinic's next append may be optimistic. While locking appends are required, each call counts as one
    /// of them.
    func mayAppendOptimistically() -> Bool {
        guard appendsToCheck == 0 else {
            appendsToCheck -= 1
            return false
        }
        return end != nil
    }

    /// Records that an optimistic append with commands of the clinic succeeded. After the next failure, only two
    /// locking appends are required.
    func hasAppendedOptimistically() { caution = 1 }

    /// Records that an optimistic append with commands of the clinic failed because a feed had moved. The next appends
    /// will be locking appends: two, or twice as many as after the last such failure if no optimistic append has
    /// succeeded since; at most 64.
    func hasBeenOvertaken() {
        end = nil
        caution = min(caution * 2, 64)
        appendsToCheck = caution
    }

    /// Records that the clinic's events at the given positions were received.
    ///
    /// - Parameter events: the events at these positions; empty if they cannot be read.
    package func hear(_ positions: ClosedRange<Int64>, _ events: [Recorded<Event>] = []) {
        heard.insert(positions)
        guard fetches > 0 else { return }
        if meanwhile.count + events.count > Self.mostMeanwhile { meanwhile.removeAll(keepingCapacity: true) }
        for recorded in events { meanwhile[recorded.position] = recorded }
    }

    /// All received events of the clinic after `position`; `nil` if one of them is no longer kept.
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

    /// Records that the clinic's feed was read up to a position. At the first call, no cached state can have missed an
    /// event up to that position. Later calls change nothing, since cached states may still have to receive events.
    package func begin(at position: Int64) {
        if !hasBegun, position > 0 { heard.insert(1...position) }
        hasBegun = true
    }

    /// Folds events that were fetched up to `position`, and the events received since, into the clinic's cached states.
    /// If one of the received events is no longer kept, or a state needs personal values that were not decrypted,
    /// nothing is folded and the caller must fetch again.
    ///
    /// - Parameters:
    ///   - last: the tags of which only the last event was fetched.
    ///   - opened: the tags whose events' personal values were decrypted.
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
