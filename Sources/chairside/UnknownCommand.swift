import ArgumentParser

extension Chairside {
    /// The message for arguments that name no command of `chairside`; `nil` if the arguments before the first option
    /// name one.
    static func unknownCommand(_ arguments: ArraySlice<String>) -> String? {
        var (configuration, path) = (configuration, "chairside")
        for word in arguments {
            guard !configuration.subcommands.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
            let known = configuration.subcommands.map { ($0.configuration.commandName ?? "", $0.configuration) }
            guard let found = known.first(where: { $0.0 == word }) else {
                let nearest = known.map(\.0).min { distance($0, word) < distance($1, word) } ?? ""
                let isNear = distance(nearest, word) <= max(1, nearest.count / 3)
                // The message about an unknown command does not list the commands that the help hides.
                let shown = configuration.subcommands.filter { $0.configuration.shouldDisplay }
                let names = shown.compactMap { $0.configuration.commandName }.joined(separator: ", ")
                return "there is no command `\(path) \(word)`. "
                    + (isNear ? "Did you mean `\(path) \(nearest)`?" : "There are: \(names).")
            }
            path += " \(word)"
            configuration = found.1
        }
        return nil
    }

    /// The number of letters to add, delete or change in order to turn one word into another (Levenshtein).
    private static func distance(_ one: String, _ other: String) -> Int {
        let other = Array(other)
        var row = Array(0...other.count)
        for (index, letter) in one.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in other.indices {
                let above = row[column + 1]
                row[column + 1] = min(row[column] + 1, above + 1, diagonal + (letter == other[column] ? 0 : 1))
                diagonal = above
            }
        }
        return row[other.count]
    }
}
