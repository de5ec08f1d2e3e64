import Identifiers

/// Hashes of chains that are computed, but not yet written to the database.
struct NewLinks {
    /// The end of each clinic's hash chain, including the hashes that are not written yet.
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
