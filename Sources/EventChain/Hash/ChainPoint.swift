import Identifiers

/// A place in a clinic's chain.
package struct ChainPoint: Hashable, Sendable {
    package let position: Int64
    package let hash: ChainHash

    package init(position: Int64, hash: ChainHash) {
        self.position = position
        self.hash = hash
    }

    /// The place before a clinic's first event.
    package static func start(of clinic: UUIDBytes) -> ChainPoint {
        ChainPoint(position: 0, hash: .start(of: clinic))
    }
}
