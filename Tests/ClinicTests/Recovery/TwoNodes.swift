import Clinic
import EventSourcing
import Identifiers
import Testing

/// Two simulated servers that append to one clinic's log. Each server decides on the events that it has read, and may
/// not have read the latest ones. The log appends the events of a decision only if no later event has a tag that the
/// decision read; else the server reads the later events and decides again.
struct TwoNodes {
    private(set) var history: Given
    /// For each of the two simulated servers, the number of events that it has read.
    private var read: [Int]
    /// The number of appends that the simulated log refused because their decision was made on outdated events.
    private(set) var conflicts = 0

    init(_ history: Given) {
        self.history = history
        read = [history.feed.count, history.feed.count]
    }

    /// A simulated server forgets the events that it has read, and reads all events again.
    mutating func restart(_ node: Int) { read[node] = history.feed.count }

    /// Runs a decision on a simulated server. The test fails if the server cannot append after it has read all events.
    ///
    /// - Throws: the decision's rejection.
    mutating func run<D: Decision>(_ decision: D, on node: Int, at now: Instant) throws where D.Event == ClinicEvent {
        for _ in 0..<2 {
            let (events, condition) = try decide(decision, on: node, at: now)
            guard isUnchanged(condition) else {
                conflicts += 1
                read[node] = history.feed.count
                continue
            }
            let isUpToDate = read[node] == history.feed.count
            history = history.and(events, at: now)
            if isUpToDate { read[node] = history.feed.count }
            return
        }
        Issue.record("a decision on all events cannot be appended")
    }

    private func decide<D: Decision>(
        _ decision: D, on node: Int, at now: Instant
    ) throws -> ([ClinicEvent], AppendCondition) where D.Event == ClinicEvent {
        let known = Array(history.feed[..<read[node]])
        let cache = StateCache<ClinicEvent>(zones: .system)
        while true {
            var model = DecisionModel(cache)
            let result = Result { () throws(D.Rejection) in try decision.decide(&model, at: now) }
            if model.missing.isEmpty { return (try result.get(), model.known) }
            cache.load(
                model.missing, after: StateCache.request(missing: model.missing), events: known,
                upTo: Int64(known.count))
        }
    }

    private func isUnchanged(_ condition: AppendCondition) -> Bool {
        history.feed.allSatisfy { recorded in
            recorded.event.tags.noticed.allSatisfy { tag in condition[tag].map { recorded.position <= $0 } ?? true }
        }
    }
}
