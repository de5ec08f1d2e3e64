import Foundation

/// Converts names to the form in which they are searched. Accents and case are removed, and the name is split into
/// words, so that `muller` finds Müller and `lukasz` finds Łukasz.
///
/// Letters of Latin script lose their diacritics. Letters of other scripts are converted to lower case; Hebrew points,
/// Arabic vowel signs and the Arabic tatweel are removed. Only Unicode's tables and those of this file are used, so the
/// result is the same on every machine.
enum FoldedText {
    /// Converts a text to folded form: lower case, one form for the variants of a character (NFKC), and Latin letters
    /// without diacritics.
    static func fold(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        var folded = String.UnicodeScalarView()
        var afterLatin = false
        for scalar in text.precomposedStringWithCompatibilityMapping.unicodeScalars {
            for lower in scalar.properties.lowercaseMapping.unicodeScalars where lower != tatweel {
                if isASCIILetter(lower) {
                    folded.append(lower)
                    afterLatin = true
                } else if isMark(lower) {
                    // In NFKC, a combining mark remains only where no composed character contains it. After a Latin
                    // letter such a mark is a diacritic, and is removed. In other scripts it is part of the letter, and
                    // is kept.
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

    /// The spelling of a name without ä, ö, ü, ø and å (`Mueller`, `Soerensen`, `Aagaard`) in folded form; `nil` if it
    /// has none of these letters.
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

    /// Splits a text into words, which consist of letters, digits and their marks.
    static func words(_ folded: String) -> [String] {
        folded.unicodeScalars.split { !isWordPart($0) }.map { String(Substring($0)) }
    }

    /// The sort key of a person's names: all their words in folded form, separated by single spaces.
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

    /// The letter that only stretches an Arabic word. It is left out of searches, since people do not type it.
    private static let tatweel: Unicode.Scalar = "\u{0640}"

    /// Whether a mark is left out of searches, since people do not type it: a Hebrew point or an Arabic short vowel.
    private static func isVowelPoint(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0591...0x05C7, 0x064B...0x065F, 0x0670: true
        default: false
        }
    }

    /// A lower-case Latin letter without its diacritics, as one or more letters; `nil` for any other character.
    ///
    /// The Unicode name of such a letter contains its base letter: `LATIN SMALL LETTER O WITH CIRCUMFLEX AND TILDE`.
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
