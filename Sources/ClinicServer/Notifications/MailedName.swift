/// A person's name as a mail shows it. People choose their names themselves, so a name could be a message, or a link that the
/// reader's mail program opens.
package enum MailedName {
    private static let longest = 60

    /// The name without the characters that names do not need: only letters, marks, spaces, hyphens and apostrophes stay, and
    /// full stops before a space or at the end.
    package static func reduced(_ name: String) -> String {
        let scalars = Array(name.unicodeScalars)
        var kept = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            let next = index + 1 < scalars.count ? scalars[index + 1] : " "
            switch scalar {
            case "-", "'", "’": kept.append(scalar)
            case ".": if next == " " { kept.append(scalar) }
            case _ where scalar.properties.isWhitespace: kept.append(" ")
            case _ where scalar.properties.isAlphabetic || isMark(scalar): kept.append(scalar)
            default: continue
            }
        }
        return String(String(kept).split(separator: " ").joined(separator: " ").prefix(longest))
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}
