import TemporaryFiles

/// Signed heads of one kind of chain, sorted by clinic, position and time, each of them once. They are in memory or in
/// a temporary file.
package struct SortedHeads {
    private enum Place {
        case memory([CheckedHead])
        /// A part of a temporary file that begins with the signed head at the given index in the file.
        case file(TemporaryFile, first: Int)
    }

    private let place: Place
    package let count: Int
    /// The number of signed heads that are read from a temporary file at once.
    let pageSize: Int

    init(_ heads: [CheckedHead]) {
        place = .memory(heads)
        count = heads.count
        pageSize = max(1, heads.count)
    }

    init(in file: TemporaryFile, _ numbers: Range<Int>, pageSize: Int) {
        place = .file(file, first: numbers.lowerBound)
        count = numbers.count
        self.pageSize = pageSize
    }

    /// Reads the signed heads in a range of indexes. The first signed head of the list has the index 0.
    package func heads(_ indexes: Range<Int>) throws -> ArraySlice<CheckedHead> {
        switch place {
        case .memory(let heads): return heads[indexes]
        case .file(let file, let first):
            let size = CheckedHead.byteCount
            let bytes = Array(try file.read(indexes.count * size, at: UInt64((first + indexes.lowerBound) * size)))
            guard bytes.count == indexes.count * size else { throw Damaged() }
            var heads: [CheckedHead] = []
            heads.reserveCapacity(indexes.count)
            for start in stride(from: 0, to: bytes.count, by: size) {
                guard let head = CheckedHead(bytes: bytes[start..<(start + size)]) else { throw Damaged() }
                heads.append(head)
            }
            return heads[...]
        }
    }

    /// The last signed head at the given indexes for which a condition holds. Reads backwards, a page at a time.
    func last(in indexes: Range<Int>, where condition: (CheckedHead) -> Bool) throws -> CheckedHead? {
        var end = indexes.upperBound
        while end > indexes.lowerBound {
            let start = max(indexes.lowerBound, end - pageSize)
            if let head = try heads(start..<end).last(where: condition) { return head }
            end = start
        }
        return nil
    }

    struct Damaged: Error, CustomStringConvertible {
        var description: String { "a temporary file of signed heads was altered" }
    }
}
