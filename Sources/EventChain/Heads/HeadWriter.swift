import Foundation
import TemporaryFiles

/// Writes sorted lists of signed heads to a temporary file, one list (a run) after the other. A signed head that is
/// equal to the one before it in the same run is left out.
struct HeadWriter {
    private let file: TemporaryFile
    private let pageSize: Int
    /// The number of signed heads that were added: those in the file, and those that wait in `gathered`.
    private var count = 0
    /// The index in the file of the first signed head of the run that is being written.
    private var first = 0
    private var last: CheckedHead?
    /// The bytes of signed heads that will be appended to the file in one write.
    private var gathered = Data()

    init(_ file: TemporaryFile, pageSize: Int) {
        self.file = file
        self.pageSize = pageSize
    }

    mutating func append(_ head: CheckedHead) throws {
        guard head != last else { return }
        last = head
        gathered += head.bytes
        count += 1
        if gathered.count >= pageSize * CheckedHead.byteCount { try flush() }
    }

    /// Ends a run, so that the next signed head begins another run.
    ///
    /// - Returns: the signed heads of the run.
    mutating func endRun() throws -> SortedHeads {
        try flush()
        let run = SortedHeads(in: file, first..<count, pageSize: pageSize)
        first = count
        last = nil
        return run
    }

    private mutating func flush() throws {
        guard !gathered.isEmpty else { return }
        try file.write(gathered, at: UInt64(count * CheckedHead.byteCount - gathered.count))
        gathered.removeAll(keepingCapacity: true)
    }
}
