/// A place in sorted signed heads, from which they are read one after the other. One page of them is in memory.
struct HeadCursor {
    private let heads: SortedHeads
    private let indexes: Range<Int>
    /// The index of the signed head that is read next.
    private(set) var index: Int
    private var page: ArraySlice<CheckedHead> = []

    init(_ heads: SortedHeads, in indexes: Range<Int>) {
        self.heads = heads
        self.indexes = indexes
        index = indexes.lowerBound
    }

    init(_ heads: SortedHeads) { self.init(heads, in: 0..<heads.count) }

    /// The signed head that is read next; `nil` after the last one.
    mutating func peek() throws -> CheckedHead? {
        if page.isEmpty, index < indexes.upperBound {
            page = try heads.heads(index..<min(indexes.upperBound, index + heads.pageSize))
        }
        return page.first
    }

    mutating func next() throws -> CheckedHead? {
        guard let head = try peek() else { return nil }
        page.removeFirst()
        index += 1
        return head
    }

    /// Reads the next accepted signed head; `nil` if there is none up to the given position. Signed heads before it
    /// that are not accepted are passed over.
    mutating func nextAccepted(upTo position: Int64) throws -> CheckedHead? {
        while let head = try peek(), head.position <= position {
            _ = try next()
            if head.objection == nil { return head }
        }
        return nil
    }

    /// Finds the last accepted signed head that satisfies a condition and comes before the signed head that was read
    /// last.
    func lastAccepted(where condition: (CheckedHead) -> Bool) throws -> CheckedHead? {
        guard index > indexes.lowerBound else { return nil }
        return try heads.last(in: indexes.lowerBound..<(index - 1)) { $0.objection == nil && condition($0) }
    }
}
