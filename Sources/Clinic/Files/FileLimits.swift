/// The limits for the files of one patient.
public struct FileLimits: Hashable, Sendable {
    /// The maximum number of files, removed ones included, which bounds the events that adding a file reads.
    public let count: Int
    /// The maximum size in bytes of all files that are not removed.
    public let bytes: Int64

    public init(count: Int = 2_000, bytes: Int64) {
        self.count = count
        self.bytes = bytes
    }
}
