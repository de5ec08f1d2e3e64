/// An asynchronous projection's position in a clinic's feed.
package struct ProjectionPosition: Hashable, Sendable {
    package let position: Int64
    /// A number that changes when a rebuild replaces the projection's documents in the clinic. An `AsyncBatch` that was
    /// folded from the old documents is then rejected.
    package let edition: Int64
}
