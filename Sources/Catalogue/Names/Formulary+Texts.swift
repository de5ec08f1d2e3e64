public import Identifiers

extension Formulary {
    /// The substances that a text names, such as "Allergy to amoxicillin" or "NSAIDs".
    ///
    /// Known names are found in the text, the longest first. The text is comparable if each of its parts has a known
    /// name. Parts are separated by commas, slashes, plus signs, or words such as "and"; a part of words such as "rash"
    /// names nothing and is skipped.
    public func meaning(of text: String) -> SubstanceMeaning {
        let words = Self.split(text)
        var meaning = SubstanceMeaning()
        var (named, open): (Set<Int>, Set<Int>) = ([], [])
        var index = 0
        while index < words.count {
            if let found = longestName(in: words[index...]) {
                meaning.add(found.meaning)
                named.insert(words[index].part)
                index += found.length
            } else {
                if !isFiller(words[index].key) { open.insert(words[index].part) }
                index += 1
            }
        }
        meaning.isComparable = !named.isEmpty && open.isSubset(of: named)
        return meaning
    }

    /// The substances of a record with a text and perhaps an ATC code or a drug of the catalogue.
    public func meaning(of text: String, atcCode: String?, drug: ID<Drug>?) -> SubstanceMeaning {
        var meaning = meaning(of: text)
        if let atcCode, !atcCode.isEmpty {
            meaning.add(self.meaning(ofCode: atcCode))
            meaning.isComparable = true
        }
        if let drug {
            meaning.drugs.insert(drug)
            if let entry = self.drug(drug) {
                meaning.substances.formUnion(keys(of: entry.ingredients))
                meaning.isComparable = true
            }
        }
        return meaning
    }

    private func meaning(ofCode code: String) -> SubstanceMeaning {
        var meaning = SubstanceMeaning(atcCodes: [code])
        if code.utf8.count == 7 {
            for drug in drugs(withCode: code) { meaning.substances.formUnion(keys(of: drug.ingredients)) }
        }
        return meaning
    }

    private struct Word {
        let key: String
        /// The word as it is written, in upper case.
        let upper: String
        /// The number of the part of the text in which the word stands.
        let part: Int
    }

    private func longestName(in words: ArraySlice<Word>) -> (meaning: SubstanceMeaning, length: Int)? {
        for length in stride(from: min(longestName, words.count), to: 0, by: -1) {
            let key = words.prefix(length).map(\.key).joined(separator: " ")
            if let meaning = meanings[key] { return (meaning, length) }
        }
        guard let first = words.first else { return nil }
        if let meaning = meaningInCompound(first.key) { return (meaning, 1) }
        // The codes of the levels with fewer characters look like other words, such as B12.
        if first.upper.utf8.count >= 4, Drug.isATCCodeOrClass(first.upper), !drugs(withCode: first.upper).isEmpty {
            return (meaning(ofCode: first.upper), 1)
        }
        return nil
    }

    /// The meaning of a German compound such as "Penicillinallergie": of the part before a filler word.
    private func meaningInCompound(_ key: String) -> SubstanceMeaning? {
        for filler in fillers where filler.utf8.count >= 6 && key.hasSuffix(filler) {
            if let meaning = meanings[NameKey.word(String(key.dropLast(filler.count)))] { return meaning }
        }
        return nil
    }

    private func isFiller(_ key: String) -> Bool {
        fillers.contains(key) || key.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    private static let separators: Set<Unicode.Scalar> = [",", ";", "/", "+", "&", "|", "\n"]
    private static let conjunctions: Set<String> = ["and", "or", "und", "oder", "y", "e", "o"]

    private static func split(_ text: String) -> [Word] {
        var words: [Word] = []
        var part = 0
        var word = String.UnicodeScalarView()
        func end() {
            guard !word.isEmpty else { return }
            let folded = String(word)
            if conjunctions.contains(folded) { part += 1 }
            words.append(Word(key: NameKey.word(folded), upper: folded.uppercased(), part: part))
            word = String.UnicodeScalarView()
        }
        for scalar in SearchKey.fold(text).unicodeScalars {
            if NameKey.isWordPart(scalar) {
                word.append(scalar)
            } else {
                end()
                if separators.contains(scalar) { part += 1 }
            }
        }
        end()
        return words
    }
}
