import Foundation

/// The form in which texts of the catalogue are searched: lower case, without diacritics.
enum SearchKey {
    static func fold(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        var folded = String.UnicodeScalarView()
        for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars
        where scalar.properties.generalCategory != .nonspacingMark {
            folded.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
        }
        return String(folded)
    }

    /// A folded text from each of its words on: `acetylsalicylic acid` and `acid`.
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

    /// The text of a query in folded form, without white space at both ends and with single spaces between words.
    static func query(_ text: String) -> String {
        fold(text).unicodeScalars.split { $0.properties.isWhitespace }.map { String(Substring($0)) }
            .joined(separator: " ")
    }
}
