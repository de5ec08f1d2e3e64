import ArgumentParser

struct Config: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Print every setting of serve: its value, and where the value comes from.",
        discussion: """
            Takes the options of serve, and reads the same environment variables. An option takes precedence over a \
            variable, and a variable over the default. Secrets are masked.
            """)

    @Flag(help: "Print the table of ops/configuration.md, which has no values.")
    var markdown = false
    @OptionGroup var options: ServeOptions

    func run() throws { for line in markdown ? try page() : try table() { print(line) } }

    private func table() throws -> [String] {
        var rows = [["SETTING", "VALUE", "FROM", "VARIABLE", "DEFAULT", "MEANING"]]
        for setting in try Setting.all() {
            let (value, source) = setting.inEffect(CommandLine.arguments, environment)
            let from =
                switch source {
                case .option: "option"
                case .variable(let variable): variable.rawValue
                case .standard: "default"
                }
            let names = setting.variables.map(\.rawValue).joined(separator: " ")
            rows.append(
                [setting.option ?? "", value ?? "", from, names, setting.standard ?? "", setting.sentence]
                    .map { $0.isEmpty ? "-" : $0 })
        }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths).dropLast().map { text, width in text + String(repeating: " ", count: width - text.count) }
                .joined(separator: "  ") + "  \(row.last ?? "")"
        }
    }

    private func page() throws -> [String] {
        let rows = try Setting.all().map { setting in
            let variables = setting.variables.map { "`\($0.rawValue)`\($0.note.map { ", \($0)" } ?? "")" }
            let cells = [
                setting.option.map { "`\($0)`" } ?? "", variables.joined(separator: "; "),
                setting.standard.map { "`\($0)`" } ?? "", setting.sentence,
            ]
            return "| \(cells.joined(separator: " | ")) |"
        }
        return ["| option | variable | default | meaning |", "|---|---|---|---|"] + rows
    }
}
