import EventSourcing

/// The search terms by which patients are found. A term is a letter for its kind, followed by text without spaces.
///
/// A patient matches a search as typed, without a typing error, if each term of the search is a prefix of one of the
/// patient's terms. A phone number has one term for each of its endings of three or more digits, so that any three or
/// more consecutive digits of the phone number are a prefix of a term.
public enum PatientTerms {
    static let name: Character = "n"
    static let phone: Character = "p"
    static let birth: Character = "b"
    /// The minimum number of digits in an ending of a phone number that is a search term.
    static let shortestEnding = 3

    /// A patient's search terms, sorted and without repetitions.
    package static func of(given: String, family: String, phone: String?, birthDate: CivilDate) -> [String] {
        var terms: Set<String> = ["\(birth)\(birthDate)"]
        for part in [given, family] {
            for spelling in [FoldedText.fold(part), FoldedText.respelled(part)].compactMap({ $0 }) {
                for word in spelling.split(whereSeparator: \.isWhitespace).map(String.init) {
                    let pieces = FoldedText.words(word)
                    terms.formUnion(pieces.map { "\(name)\($0)" })
                    // A search finds a patient named O'Brien by `o'brien`, `obrien` and `brien`.
                    if pieces.count > 1 { terms.insert("\(name)\(pieces.joined())") }
                }
            }
        }
        // If the script of a patient's name has no spaces, as in 王小明, the whole name is added as one search term.
        let whole = FoldedText.words(FoldedText.fold(family + given)).joined()
        if whole.unicodeScalars.contains(where: isWrittenWithoutSpaces) { terms.insert("\(name)\(whole)") }
        let digits = String(phone.map(digits(of:)) ?? [])
        for start in digits.indices.dropLast(shortestEnding - 1) { terms.insert("\(Self.phone)\(digits[start...])") }
        return terms.sorted()
    }

    /// The maximum number of terms in a search. Further words are ignored.
    static let mostAsked = 8

    /// Splits the text of a search into terms. For each term, returns the texts with which a term of a matching patient
    /// may begin.
    public static func asked(_ question: String) -> [[String]] {
        var asked: [[String]] = []
        var digits: [Character] = []
        func endNumber() {
            if !digits.isEmpty { asked.append(["\(phone)\(String(national(digits)))"]) }
            digits = []
        }
        for word in question.split(whereSeparator: \.isWhitespace) {
            if isDateBeginning(word) {
                endNumber()
                asked.append(["\(birth)\(word)"])
            } else if let dates = writtenDates(word) {
                endNumber()
                asked.append(dates.map { "\(birth)\($0)" })
            } else if word.allSatisfy(isPhonePart) {
                digits += Self.digits(of: String(word))
            } else {
                endNumber()
                asked += names(String(word))
            }
        }
        endNumber()
        return Array(asked.prefix(mostAsked))
    }

    private static func names(_ word: String) -> [[String]] {
        let bare = word.filter { !apostrophes.contains($0) }
        let plain = FoldedText.words(FoldedText.fold(bare))
        let other = FoldedText.respelled(bare).map(FoldedText.words) ?? plain
        // A beginning with which the other one begins finds all patients whom that one finds, such as `mu` and `mue`.
        return zip(plain, other).map { plain, other in
            if other.utf8.starts(with: plain.utf8) { return ["\(name)\(plain)"] }
            if plain.utf8.starts(with: other.utf8) { return ["\(name)\(other)"] }
            return ["\(name)\(plain)", "\(name)\(other)"]
        }
    }

    private static let apostrophes: Set<Character> = ["'", "’", "ʼ", "ʻ", "`", "´", "‘"]

    /// The digits of a phone number as ASCII digits. The phone number may be written with the digits of any script.
    private static func digits(of phone: String) -> [Character] {
        phone.compactMap { $0.wholeNumberValue }.filter { (0...9).contains($0) }.map { Character("\($0)") }
    }

    /// The digits of a phone number without the zeros at its start, which belong to a national or international prefix.
    /// So a search for 0170… finds the phone number +49170….
    private static func national(_ digits: [Character]) -> [Character] {
        let bare = digits.drop { $0 == "0" }
        return bare.isEmpty ? digits : Array(bare)
    }

    private static func isPhonePart(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy { $0.properties.numericType == .decimal } || "+-()/.".contains(character)
    }

    /// Whether a word is the beginning of a date: `1980-`, `1980-0`, `1980-01-31`. A phone number such as `0221-5` is
    /// none.
    private static func isDateBeginning(_ word: Substring) -> Bool {
        let pattern = Array("dddd-dd-dd")
        guard (5...10).contains(word.count), ["18", "19", "20", "21"].contains(word.prefix(2)) else { return false }
        return zip(word, pattern).allSatisfy { $1 == "-" ? $0 == "-" : $0.isASCII && $0.isWholeNumber }
    }

    /// The dates that `03.02.1990`, `3.2.1990` or `03/02/1990` may mean; `nil` for other words. With slashes, the month
    /// may be first.
    private static func writtenDates(_ word: Substring) -> [CivilDate]? {
        for separator in [Character("."), "/"] {
            let parts = word.split(separator: separator, omittingEmptySubsequences: false)
            guard parts.count == 3, parts[0].count <= 2, parts[1].count <= 2, parts[2].count == 4,
                parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isWholeNumber } })
            else { continue }
            func date(_ day: Substring, _ month: Substring) -> CivilDate? {
                func two(_ text: Substring) -> String { text.count == 1 ? "0\(text)" : String(text) }
                return CivilDate(iso8601: "\(parts[2])-\(two(month))-\(two(day))")
            }
            var dates = [date(parts[0], parts[1])].compactMap { $0 }
            if separator == "/", let other = date(parts[1], parts[0]), !dates.contains(other) { dates.append(other) }
            return dates.isEmpty ? nil : dates
        }
        return nil
    }

    /// The lengths in letters of words that are also found with one typing error. Shorter words are too similar to each
    /// other.
    static let tolerant = 4...24

    /// The word of a search term that is also found with a typing error: a word of a name, with a length in `tolerant`;
    /// `nil` for any other term.
    static func tolerantWord(_ term: String) -> String? {
        guard term.first == name else { return nil }
        let word = String(term.dropFirst())
        return tolerant.contains(word.unicodeScalars.count) ? word : nil
    }

    /// The texts that result from leaving out one of a word's letters, without repetitions.
    static func spellings(_ word: String) -> [String] {
        let letters = Array(word.unicodeScalars)
        var spellings: Set<String> = []
        for place in letters.indices {
            var rest = String.UnicodeScalarView()
            for (index, letter) in letters.enumerated() where index != place { rest.append(letter) }
            spellings.insert(String(rest))
        }
        return spellings.sorted()
    }

    private static func isWrittenWithoutSpaces(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3040...0x30FF, 0xAC00...0xD7AF: true
        default: scalar.properties.isIdeographic
        }
    }
}
