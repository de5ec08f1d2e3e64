/// An asynchronous projection's position in a clinic's feed.
package struct ProjectionPosition: Hashable, Sendable {
    package let position: Int64
    /// A number that changes when a rebuild replaces the documents, so that batches folded from the old ones are
    /// rejected.
    package let edition: Int64
}
