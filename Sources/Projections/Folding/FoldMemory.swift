/// The limits on what a rebuild or a verification keeps in memory. They apply to each of the clinics that it reads at
/// the same time.
public struct FoldMemory: Sendable {
    /// The maximum number of documents of a clinic, of all projections together, that are kept in memory.
    public let documents: Int
    /// The approximate maximum size of a clinic's documents in memory, in bytes of JSON.
    public let bytes: Int
    /// The maximum number of keys in each list of differing or changed documents of a projection.
    public let keys: Int

    public init(documents: Int = 30_000, bytes: Int = 32 << 20, keys: Int = 20_000) {
        self.documents = documents
        self.bytes = bytes
        self.keys = keys
    }
}
