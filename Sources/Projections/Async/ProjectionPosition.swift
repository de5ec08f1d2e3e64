/// An asynchronous projection's position in a clinic's feed.
package struct ProjectionPosition: Hashable, Sendable {
    package let position: Int64
    /// Changes when a rebuild replaces the documents.
    package let edition: Int64
}
