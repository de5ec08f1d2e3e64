/// The limits on what a rebuild or a verification keeps in memory, for each clinic that it reads at a time.
public struct FoldMemory: Sendable {
    /// The maximum number of documents of all projections together that are kept in memory.
    public let documents: Int
    /// About the maximum number of bytes of these documents, as JSON.
    public let bytes: Int
    /// The maximum number of keys in each list of differing or changed documents of a projection.
    public let keys: Int

    public init(documents: Int = 30_000, bytes: Int = 32 << 20, keys: Int = 20_000) {
        self.documents = documents
        self.bytes = bytes
        self.keys = keys
    }
}
