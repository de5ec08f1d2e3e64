/// The weight of a password: its length, with each easily guessed pattern (a common word, a word of the person's or the
/// clinics' names, a run or a year) counted as one character. If the password repeats one block of characters, only one
/// block is counted.
struct PasswordWeight {
    let value: Int

    init(_ password: String, _ ownWords: Set<[Character]>) {
        let plain = Self.withoutRepetition(Array(password.lowercased()))
        let unmasked = plain.map { Self.masks[$0] ?? $0 }
        var weight = 0
        var index = 0
        while index < plain.count {
            weight += 1
            index += max(
                1, Self.run(plain, index), Self.year(plain, index),
                Self.word(plain, index, ownWords), Self.word(unmasked, index, ownWords))
        }
        value = weight
    }

    /// Digits and signs that stand for letters in passwords such as `p4$$word`.
    private static let masks: [Character: Character] = [
        "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", "$": "s", "!": "i", "+": "t",
    ]

    /// The shortest block of which the whole password is a repetition; the password itself if there is none.
    private static func withoutRepetition(_ text: [Character]) -> [Character] {
        for length in stride(from: 1, through: text.count / 2, by: 1) {
            let isRepeated = text.indices.allSatisfy { text[$0] == text[$0 % length] }
            if isRepeated { return Array(text[..<length]) }
        }
        return text
    }

    /// The length of a commonly guessed word at the given position of a password; 0 if there is none.
    private static func word(_ text: [Character], _ start: Int, _ ownWords: Set<[Character]>) -> Int {
        for length in stride(from: min(CommonWords.longest, text.count - start), through: 4, by: -1) {
            let part = Array(text[start..<(start + length)])
            if CommonWords.all.contains(part) || ownWords.contains(part) { return length }
        }
        return 0
    }

    /// The length of a run at the given position of a password: one repeated character, or neighbours in the alphabet
    /// or on a keyboard row, in either direction.
    private static func run(_ text: [Character], _ start: Int) -> Int {
        let rest = text[start...]
        guard let first = rest.first else { return 0 }
        var longest = rest.prefix { $0 == first }.count
        for row in rows {
            guard let place = row.firstIndex(of: first) else { continue }
            longest = max(longest, zip(rest, row[place...]).prefix { $0 == $1 }.count)
        }
        return longest >= 3 ? longest : 0
    }

    private static let rows: [[Character]] = {
        let forwards = [
            "abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "qwertzuiop", "azertyuiop", "asdfghjkl",
            "qsdfghjklm", "zxcvbnm", "yxcvbnm", "1qaz2wsx3edc4rfv5tgb",
        ].map { Array($0) }
        return forwards + forwards.map { Array($0.reversed()) }
    }()

    /// The length of a year from 1930 to 2039 at the given position of a password: 4, or 0 if there is none.
    private static func year(_ text: [Character], _ start: Int) -> Int {
        guard start + 4 <= text.count, let year = Int(String(text[start..<(start + 4)])) else { return 0 }
        return (1930...2039).contains(year) ? 4 : 0
    }
}
