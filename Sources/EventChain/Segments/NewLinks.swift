import Identifiers

/// Computed hashes that are not written yet.
struct NewLinks {
    /// The ends of the chains, including the new hashes.
    private(set) var ends: [UUIDBytes: ChainPoint]
    private(set) var segments: [ChainSegment] = []
    private(set) var count = 0

    init(_ ends: [UUIDBytes: ChainPoint]) { self.ends = ends }

    /// Adds an event if it directly follows the end of its chain; ignores it otherwise.
    mutating func add(_ event: EventFrame) {
        let end = ends[event.clinic] ?? .start(of: event.clinic)
        guard event.position == end.position + 1 else { return }
        let hash = end.hash.chained(with: ChainHash(ofEvent: event.bytes))
        ends[event.clinic] = ChainPoint(position: event.position, hash: hash)
        count += 1
        if segments.last.map({ $0.clinic != event.clinic || $0.isFull }) ?? true {
            segments.append(ChainSegment(clinic: event.clinic, first: event.position))
        }
        segments[segments.count - 1].hashes += hash.bytes
    }
}
