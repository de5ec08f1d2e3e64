/// The form in which names of substances are compared.
///
/// Names of one substance differ between languages by rules: amoxicillin, Amoxicilina and amoxycillin, cefalexin and
/// cephalexin, lidocaine, Lidokain and lidocaína. The key of a word follows from these rules, so that such names have
/// the same key. `BundledCatalogueTests` checks that no two substances of the catalogue share a key.
enum NameKey {
    /// The keys of the words of a text. Words consist of letters and digits.
    static func words(_ text: String) -> [String] {
        SearchKey.fold(text).unicodeScalars.split { !isWordPart($0) }.map { word(String(Substring($0))) }
    }

    static func of(_ text: String) -> String { words(text).joined(separator: " ") }

    static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    /// The key of one word in folded form. Words of less than five letters are often abbreviations, and stay as they
    /// are.
    static func word(_ folded: String) -> String {
        let bytes = Array(folded.utf8)
        guard bytes.count >= 5, bytes.allSatisfy({ $0 < 0x80 }) else { return folded }
        var key: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            let (letter, length) = spelling(bytes[index], before: next)
            if let letter, key.last != letter { key.append(letter) }
            index += length
        }
        if key.count > 5, key.last == UInt8(ascii: "s") { key.removeLast() }
        if key.count > 4, let last = key.last, endings.contains(last) { key.removeLast() }
        return String(decoding: key, as: UTF8.self)
    }

    /// The letter that stands for one or two letters of a name, and how many letters it stands for: `f` for `ph`, `i`
    /// for `y`, `c` for `k` and `z`, `a`, `o` and `u` for `ae`, `oe` and `ue`, nothing for `h`.
    private static func spelling(_ letter: UInt8, before next: UInt8) -> (UInt8?, Int) {
        switch (letter, next) {
        case (UInt8(ascii: "p"), UInt8(ascii: "h")): (UInt8(ascii: "f"), 2)
        case (UInt8(ascii: "h"), _): (nil, 1)
        case (UInt8(ascii: "y"), _): (UInt8(ascii: "i"), 1)
        case (UInt8(ascii: "k"), _), (UInt8(ascii: "z"), _): (UInt8(ascii: "c"), 1)
        case (UInt8(ascii: "a"), UInt8(ascii: "e")), (UInt8(ascii: "o"), UInt8(ascii: "e")),
            (UInt8(ascii: "u"), UInt8(ascii: "e")):
            (letter, 2)
        default: (letter, 1)
        }
    }

    private static let endings: [UInt8] = [UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "o")]
}
