import Clinic

/// What a clinic's last events changed in lists, so that a client gets only what is new to it.
struct RecentTouches {
    private struct Entry {
        let position: Int64
        let touch: Touch
    }

    /// The most touches that are kept. A client that is further behind gets the whole list.
    static let limit = 512

    /// Every touch after this position is here, as far as it was heard.
    private var start: Int64
    private var entries: [Entry] = []
    /// Every event up to this position was heard.
    private(set) var heard: Int64
    /// Events that were heard before earlier ones. Other servers' events come a moment after one's own.
    private var ahead: Set<Int64> = []

    init(after position: Int64) {
        start = position
        heard = position
    }

    mutating func hear(_ touches: [Touch], at position: Int64) {
        guard position > heard, ahead.insert(position).inserted else { return }
        while ahead.remove(heard + 1) != nil { heard += 1 }
        for touch in touches { entries.append(Entry(position: position, touch: touch)) }
        // Removed in halves, so that the array is not moved for each event.
        guard entries.count > 2 * Self.limit else { return }
        let dropped = entries.prefix(entries.count - Self.limit)
        start = dropped.reduce(start) { max($0, $1.position) }
        entries.removeFirst(dropped.count)
    }

    /// The touches after a position; `nil` if some of them are not kept any more.
    func after(_ position: Int64) -> [Touch]? {
        guard position >= start else { return nil }
        return entries.filter { $0.position > position }.map(\.touch)
    }
}
