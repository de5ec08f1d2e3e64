import Identifiers

/// A position in a clinic's chain, and the hash at that position.
package struct ChainPoint: Hashable, Sendable {
    package let position: Int64
    package let hash: ChainHash

    package init(position: Int64, hash: ChainHash) {
        self.position = position
        self.hash = hash
    }

    /// The start of a clinic's hash chain: position 0, before the clinic's first event.
    package static func start(of clinic: UUIDBytes) -> ChainPoint {
        ChainPoint(position: 0, hash: .start(of: clinic))
    }
}
