/// An index that finds drugs by the beginning of a word of their name or of an ingredient, without case and
/// diacritics.
public struct DrugSearch: Sendable {
    /// The folded texts that a search compares, in ascending order, each with the index of its drug in the list of
    /// drugs that `init` receives. A drug's name and each of its ingredients' names give a text for each of their
    /// words: the part of the name from that word to the end. Withdrawn drugs have no texts.
    private let keys: [(text: [UInt8], drug: Int)]
    /// The indices of all drugs that are not withdrawn, in the list of drugs that `init` receives.
    private let all: [Int]

    /// Makes the index of a list of drugs.
    ///
    /// - Parameter drugs: the drugs in the order in which a search lists them.
    public init(_ drugs: [Drug]) {
        var keys: [(text: [UInt8], drug: Int)] = []
        for (index, drug) in drugs.enumerated() where !drug.isWithdrawn {
            let tails = Set([drug.name] + drug.ingredients).flatMap { SearchKey.tails(SearchKey.words($0)) }
            for tail in Set(tails) { keys.append((Array(tail.utf8), index)) }
        }
        self.keys = keys.sorted { left, right in
            left.text == right.text ? left.drug < right.drug : left.text.lexicographicallyPrecedes(right.text)
        }
        all = drugs.indices.filter { !drugs[$0].isWithdrawn }
    }

    /// Finds drugs that are not withdrawn.
    ///
    /// - Parameter text: the beginning of a word in the name of a drug or ingredient, perhaps with the words after it;
    ///   every drug is found if the text is empty.
    /// - Returns: the indices of the found drugs in the list of drugs that `init` receives, in ascending order.
    public func places(_ text: String) -> [Int] {
        let query = Array(SearchKey.words(text).utf8)
        guard !query.isEmpty else { return all }
        var found: Set<Int> = []
        for key in keys[firstKey(notBefore: query)...] {
            guard key.text.starts(with: query) else { break }
            found.insert(key.drug)
        }
        return found.sorted()
    }

    private func firstKey(notBefore query: [UInt8]) -> Int {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle].text.lexicographicallyPrecedes(query) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
