import EventChain

extension SortedHeads {
    /// Sorts signed heads with the accepted keys of `ChainProcess`.
    ///
    /// - Parameter headsInPage: the number of signed heads in a page. If there are more, they are sorted in temporary
    ///   files.
    static func of(_ heads: [SignedHead], headsInPage: Int = HeadSorter.usualPage) throws -> SortedHeads {
        let sorter = HeadSorter(keys: ChainProcess.keys, headsInPage: headsInPage)
        for head in heads { try sorter.add(head) }
        return try sorter.sorted()
    }
}
