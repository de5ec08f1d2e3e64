import Foundation

/// The form in which texts of the catalogue are searched: lower case, without diacritics.
enum SearchKey {
    static func fold(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        var folded = String.UnicodeScalarView()
        for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars
        where scalar.properties.generalCategory != .nonspacingMark {
            folded.append(contentsOf: (scalar == "ß" ? "ss" : scalar.properties.lowercaseMapping).unicodeScalars)
        }
        return String(folded)
    }

    /// Returns the parts of a folded text that begin with one of its words and go to its end: for `acetylsalicylic
    /// acid`, the texts `acetylsalicylic acid` and `acid`.
    static func tails(_ folded: String) -> [String] {
        var tails: [String] = []
        var isInWord = false
        for index in folded.unicodeScalars.indices {
            let isPart =
                folded.unicodeScalars[index].properties.isAlphabetic
                || folded.unicodeScalars[index].properties.numericType != nil
            if isPart && !isInWord { tails.append(String(folded[index...])) }
            isInWord = isPart
        }
        return tails
    }

    /// A name or the text of a query in folded form, with single spaces between words. A plus sign separates words like
    /// white space: some clients do not encode the plus sign in the name of a combination, so it arrives as a space.
    static func words(_ text: String) -> String {
        fold(text).unicodeScalars.split { $0.properties.isWhitespace || $0 == "+" }.map { String(Substring($0)) }
            .joined(separator: " ")
    }
}
