import Clinic

/// The touches of a clinic's last events, from which the server makes the changes that a client has not received yet.
struct RecentTouches {
    private struct Entry {
        let position: Int64
        let touch: Touch
    }

    /// The minimum number of a clinic's last touches that are kept. A client that lacks earlier touches gets the whole
    /// list.
    static let limit = 512

    /// The maximum number of events that may be received before an earlier event of the same feed. If there are more,
    /// this server evidently does not receive the events of other servers.
    static let mostAhead = 4_096

    /// The feed position after which `entries` contains the touches of every received event.
    private var start: Int64
    private var entries: [Entry] = []
    /// The position in the clinic's feed up to which every event was received.
    private(set) var heard: Int64
    /// The positions of events that were received before an earlier event of the same feed. This happens because events
    /// of other servers arrive later than this server's own events.
    private var ahead: Set<Int64> = []

    /// Whether more than `mostAhead` events were received before an earlier event of the same feed. The earlier event
    /// then counts as lost.
    var hasLostOne: Bool { ahead.count > Self.mostAhead }

    init(after position: Int64) {
        start = position
        heard = position
    }

    mutating func hear(_ touches: [Touch], at position: Int64) {
        guard position > heard, ahead.insert(position).inserted else { return }
        while ahead.remove(heard + 1) != nil { heard += 1 }
        for touch in touches { entries.append(Entry(position: position, touch: touch)) }
        // When there are too many kept touches, half of them is removed at once, so that the array is not moved for
        // each event.
        guard entries.count > 2 * Self.limit else { return }
        let dropped = entries.prefix(entries.count - Self.limit)
        start = dropped.reduce(start) { max($0, $1.position) }
        entries.removeFirst(dropped.count)
    }

    /// The touches after a position; `nil` if some of them were not received, or are not kept any more.
    func after(_ position: Int64) -> [Touch]? {
        guard position >= start else { return nil }
        return entries.filter { $0.position > position }.map(\.touch)
    }
}
