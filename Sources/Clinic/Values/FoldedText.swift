import Foundation

/// Names in the form in which they are searched: without accents and case, in words, so that `muller` finds Müller and
/// `lukasz` Łukasz.
///
/// Letters of Latin script lose their diacritics; letters of other scripts only become lower case. It uses only the
/// Unicode tables, so the result is the same on every machine.
enum FoldedText {
    /// Returns the text in lower case, with one form for characters that look the same (NFKC), and Latin letters
    /// without diacritics.
    static func fold(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        var folded = String.UnicodeScalarView()
        var afterLatin = false
        for scalar in text.precomposedStringWithCompatibilityMapping.unicodeScalars {
            for lower in scalar.properties.lowercaseMapping.unicodeScalars {
                if isASCIILetter(lower) {
                    folded.append(lower)
                    afterLatin = true
                } else if isMark(lower) {
                    // A mark without a composed letter is part of the letter in other scripts, and a diacritic in
                    // Latin.
                    if !afterLatin && !isVowelPoint(lower) { folded.append(lower) }
                } else if let plain = plainLatin(lower) {
                    folded.append(contentsOf: plain.unicodeScalars)
                    afterLatin = true
                } else {
                    folded.append(lower == "ς" ? "σ" : lower)
                    afterLatin = false
                }
            }
        }
        return String(folded)
    }

    /// The other common spelling of a name (`Mueller`, `Soerensen`, `Aagaard`), folded; `nil` if there is none.
    static func respelled(_ text: String) -> String? {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return nil }
        var respelled = ""
        var changed = false
        for scalar in text.precomposedStringWithCompatibilityMapping.lowercased().unicodeScalars {
            if let spelling = spellings[scalar] {
                respelled += spelling
                changed = true
            } else {
                respelled.unicodeScalars.append(scalar)
            }
        }
        return changed ? fold(respelled) : nil
    }

    private static let spellings: [Unicode.Scalar: String] = [
        "ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa",
    ]

    /// Letters, digits and their marks make words; everything else separates them.
    static func words(_ folded: String) -> [String] {
        folded.unicodeScalars.split { !isWordPart($0) }.map { String(Substring($0)) }
    }

    /// The sort key of names: their words, folded, separated by one space.
    static func sortKey(_ names: [String]) -> String {
        names.map { words(fold($0)).joined(separator: " ") }.joined(separator: " ")
    }

    private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return isASCIILetter(scalar) || "0"..."9" ~= scalar }
        return scalar.properties.isAlphabetic || scalar.properties.numericType != nil || isMark(scalar)
    }

    private static func isASCIILetter(_ scalar: Unicode.Scalar) -> Bool {
        "a"..."z" ~= scalar || "A"..."Z" ~= scalar
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// Whether a character is a Hebrew point, an Arabic short vowel or the tatweel that only stretches a word: nobody
    /// types them.
    private static func isVowelPoint(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0591...0x05C7, 0x0640, 0x064B...0x065F, 0x0670: true
        default: false
        }
    }

    /// The letters of a lower-case Latin letter without diacritics; `nil` for anything else.
    ///
    /// Unicode names such a letter after its base letter: `LATIN SMALL LETTER O WITH CIRCUMFLEX AND TILDE`.
    private static func plainLatin(_ scalar: Unicode.Scalar) -> String? {
        if let letters = ligatures[scalar] { return letters }
        guard let name = scalar.properties.name, name.hasPrefix(latinSmall) else { return nil }
        let letter = name.dropFirst(latinSmall.count).prefix { $0 != " " }
        guard letter.utf8.count == 1 else { return String(scalar) }
        return letter.lowercased()
    }

    private static let latinSmall = "LATIN SMALL LETTER "

    private static let ligatures: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "ǽ": "ae", "ǣ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ı": "i", "ȷ": "j", "ŋ": "n",
        "ə": "e", "ĳ": "ij", "ſ": "s",
    ]
}
