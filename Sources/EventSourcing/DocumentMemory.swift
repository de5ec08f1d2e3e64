/// Bounds the documents that the folds of a clinic's projections keep in memory together.
///
/// The documents form two generations. When the young generation is full, it becomes the old one, and the documents
/// that are still in the previous old one are spilled. So a busy projection keeps many documents in memory, and a quiet
/// one few.
///
/// The size of a generation is estimated from samples, since encoding each document would take too long.
public final class DocumentMemory {
    private let mostYoung: Int
    private let mostBytes: Int
    private var young = 0
    /// The estimated size of the young generation in bytes of JSON.
    private var bytes = 0
    private var admitted: UInt64 = 0
    private var aging: [() -> Void] = []

    /// Each 64th document that is added to the young generation is a sample.
    private static let sampling = 64

    /// Creates the bounds for the documents of one clinic, of which none is in memory yet.
    ///
    /// - Parameters:
    ///   - documents: the maximum number of documents of a clinic in memory, in both generations together.
    ///   - bytes: about the maximum number of bytes of these documents as JSON. In memory they need one to two times as
    ///     much.
    public init(documents: Int, bytes: Int = .max) {
        mostYoung = max(1, documents / 2)
        mostBytes = bytes / 2
    }

    /// Adds a fold to those whose documents are counted. The given function spills the fold's old generation and makes
    /// its young generation the old one.
    func add(_ age: @escaping () -> Void) { aging.append(age) }

    /// Counts a document that a fold is about to add to its young generation. If the generation is full, all folds
    /// first spill their old generation.
    ///
    /// - Returns: whether the document is a sample, whose size is to be counted by `count`.
    func admit() -> Bool {
        if young >= mostYoung || bytes >= mostBytes {
            for age in aging { age() }
            (young, bytes) = (0, 0)
        }
        young += 1
        admitted += 1
        return admitted % UInt64(Self.sampling) == 1
    }

    /// Counts a change of the size of a sample, in bytes of JSON. A sample stands for 64 documents.
    func count(_ change: Int) { bytes += change * Self.sampling }
}
