/// An HTML page that is written piece by piece. All text is escaped, so that a browser never reads it as markup.
struct Markup {
    private(set) var bytes: [UInt8] = []

    /// Appends constant markup to an HTML page.
    mutating func raw(_ markup: StaticString) { bytes += Array(markup.description.utf8) }

    /// Appends text to an HTML page, escaped so that a browser does not read it as markup.
    mutating func text(_ text: some StringProtocol) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "<"): raw("&lt;")
            case UInt8(ascii: ">"): raw("&gt;")
            case UInt8(ascii: "&"): raw("&amp;")
            case UInt8(ascii: "\""): raw("&quot;")
            case UInt8(ascii: "'"): raw("&#39;")
            default: bytes.append(byte)
            }
        }
    }

    /// Appends text to an HTML page. Parts of the text between backticks become code.
    mutating func prose(_ words: String) {
        for (index, part) in words.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
            if index.isMultiple(of: 2) {
                text(part)
            } else {
                code(part)
            }
        }
    }

    mutating func code(_ words: some StringProtocol) {
        raw("<code>")
        text(words)
        raw("</code>")
    }
}
