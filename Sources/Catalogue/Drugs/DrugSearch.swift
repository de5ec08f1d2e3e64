/// An index that finds drugs by the beginning of a word of one of their names, of an ingredient or of an ATC code,
/// without case and diacritics.
public struct DrugSearch: Sendable {
    /// The folded texts that a search compares, each with the index of its drug in the list of drugs that `init`
    /// receives. Each name gives a text for each of its words: the part of the name from that word to the end.
    /// Withdrawn drugs have no texts.
    private let tails: TextIndex
    /// The keys of the single words of all names, for searches in other spellings (`NameKey`).
    private let words: TextIndex
    /// The names of classes, such as `penicillins`, with the drugs of the class.
    private let classes: [String: [Int]]
    /// The indices of all drugs that are not withdrawn, in the list of drugs that `init` receives.
    private let all: [Int]

    /// Makes the index of the drugs of a catalogue, in the order in which the catalogue lists them.
    public init(_ catalogue: Catalogue) {
        self.init(catalogue.drugs, substances: catalogue.substances, classes: catalogue.drugClasses)
    }

    /// Makes the index of a list of drugs.
    ///
    /// - Parameters:
    ///   - drugs: the drugs in the order in which a search lists them.
    ///   - substances: the names of ingredients that are not drugs by themselves.
    public init(_ drugs: [Drug], substances: [NamedSubstance] = [], classes: [DrugClass] = []) {
        var ingredients = Dictionary(
            substances.map { ($0.name, $0.synonyms) }, uniquingKeysWith: { first, _ in first })
        for drug in drugs where drug.ingredients.count == 1 { ingredients[drug.name] = drug.synonyms }
        var (tails, words): ([(String, Int)], [(String, Int)]) = ([], [])
        for (index, drug) in drugs.enumerated() where !drug.isWithdrawn {
            let names =
                drug.names + drug.atcCodes + drug.ingredients + drug.ingredients.flatMap { ingredients[$0] ?? [] }
            for tail in Set(Set(names).flatMap { SearchKey.tails(SearchKey.words($0)) }) { tails.append((tail, index)) }
            for word in Set(names.flatMap(NameKey.words)) { words.append((word, index)) }
        }
        self.tails = TextIndex(tails)
        self.words = TextIndex(words)
        var members: [String: [Int]] = [:]
        for drugClass in classes {
            let found = drugs.indices.filter { index in
                let drug = drugs[index]
                return !drug.isWithdrawn
                    && drugClass.includes(atcCodes: drug.atcCodes, allergyGroups: drug.allergyGroups)
            }
            for name in drugClass.names { members[NameKey.of(name), default: []] += found }
        }
        self.classes = members
        all = drugs.indices.filter { !drugs[$0].isWithdrawn }
    }

    /// Finds drugs that are not withdrawn.
    ///
    /// - Parameter text: the beginning of a word in a name of a drug or ingredient, perhaps with the words after it, the
    ///   beginning of an ATC code, or the name of a class; every drug is found if the text is empty. If no name begins
    ///   so, the words are searched in other spellings and in any order, and numbers such as strengths are skipped.
    /// - Returns: the indices of the found drugs in the list of drugs that `init` receives, in ascending order.
    public func places(_ text: String) -> [Int] {
        let query = SearchKey.words(text)
        guard !query.isEmpty else { return all }
        let found = tails.places(beginningWith: query).union(classes[NameKey.of(text)] ?? [])
        guard found.isEmpty, !query.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            return found.sorted()
        }
        let words = NameKey.words(text).filter { $0.utf8.first.map { !(0x30...0x39).contains($0) } == true }
        guard words.contains(where: { $0.utf8.count >= 4 }) else { return [] }
        let named = words.filter { !Self.units.contains($0) }
        guard let first = named.first else { return [] }
        return named.dropFirst().reduce(self.words.places(beginningWith: first)) {
            $0.intersection(self.words.places(beginningWith: $1))
        }.sorted()
    }

    /// The units of strengths, which are skipped in a search such as `ibuprofen 600 mg`.
    private static let units: Set<String> = ["mg", "g", "mcg", "ug", "ml", "l", "iu", "ie", "ui"]
}

/// Texts in ascending order, each with the index of its drug.
private struct TextIndex: Sendable {
    private let texts: [(text: [UInt8], place: Int)]

    init(_ texts: [(String, Int)]) {
        self.texts = texts.map { (Array($0.0.utf8), $0.1) }.sorted { left, right in
            left.text == right.text ? left.place < right.place : left.text.lexicographicallyPrecedes(right.text)
        }
    }

    func places(beginningWith text: String) -> Set<Int> {
        let query = Array(text.utf8)
        var found: Set<Int> = []
        for entry in texts[first(notBefore: query)...] {
            guard entry.text.starts(with: query) else { break }
            found.insert(entry.place)
        }
        return found
    }

    private func first(notBefore query: [UInt8]) -> Int {
        var (low, high) = (0, texts.count)
        while low < high {
            let middle = (low + high) / 2
            if texts[middle].text.lexicographicallyPrecedes(query) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
