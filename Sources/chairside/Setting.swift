import ArgumentParser
import EventLoop
import Foundation

/// One setting of `serve` for the table in `ops/configuration.md`, made from the options that `serve` declares.
struct Setting {
    /// The setting's option with its dashes; `nil` for a setting that only an environment variable sets.
    let option: String?
    let isFlag: Bool
    let variables: [Variable]
    let standard: String?
    let sentence: String

    /// All settings of `serve`: its options in the order of their declarations, then the settings that only an
    /// environment variable sets.
    static func all() throws -> [Setting] {
        let help = try JSONDecoder().decode(Help.self, from: Data(Serve._dumpHelp().utf8))
        let options = help.command.arguments.compactMap { Setting($0) }
        let level = Setting(
            option: nil, isFlag: false, variables: [.logLevel], standard: Variable.logLevel.standard,
            sentence: "The level of the log: trace, debug, info, notice, warning, error or critical.")
        return options + [level]
    }

    /// The source of a setting's value: an option, an environment variable or the default.
    enum Source: Equatable {
        case option
        case variable(Variable)
        case standard
    }

    /// The value that a command with the given arguments uses for this setting.
    ///
    /// - Parameter arguments: the arguments of a command that the parser has accepted.
    /// - Returns: the value with its secrets masked, or `nil` if there is none, and the value's source.
    func inEffect(_ arguments: [String], _ read: (Variable) -> String?) -> (value: String?, source: Source) {
        let given = values(in: arguments)
        if !given.isEmpty { return (Self.masked(given.joined(separator: " "), variables), .option) }
        for variable in variables {
            if let value = read(variable) { return (Self.masked(value, variables), .variable(variable)) }
        }
        return (standard, .standard)
    }

    private func values(in arguments: [String]) -> [String] {
        guard let option else { return [] }
        return arguments.indices.compactMap { index in
            let word = arguments[index]
            if word.hasPrefix("\(option)=") { return String(word.dropFirst(option.count + 1)) }
            guard word == option else { return nil }
            return isFlag ? "yes" : arguments.indices.contains(index + 1) ? arguments[index + 1] : nil
        }
    }

    /// A setting's value without its secrets: passwords of databases and arguments of the mail program are masked.
    private static func masked(_ value: String, _ variables: [Variable]) -> String {
        if variables.contains(.mailCommand) {
            let words = value.split(separator: " ", maxSplits: 1)
            return words.count > 1 ? "\(words[0]) …" : value
        }
        let bytes = Array(value.utf8)
        var hidden: Set<Int> = []
        for range in ProcessSecrets.passwords(in: bytes) { hidden.formUnion(range) }
        var shown: [UInt8] = []
        for index in bytes.indices {
            if !hidden.contains(index) {
                shown.append(bytes[index])
            } else if !hidden.contains(index - 1) {
                shown += "***".utf8
            }
        }
        return String(decoding: shown, as: UTF8.self)
    }
}

extension Setting {
    /// The argument parser's description of a command, as `--experimental-dump-help` prints it.
    private struct Help: Decodable {
        let command: Command

        struct Command: Decodable {
            let arguments: [Argument]
        }
    }

    private struct Argument: Decodable {
        let kind: String
        let preferredName: Name?
        let defaultValue: String?
        let abstract: String?

        struct Name: Decodable {
            let name: String
        }
    }

    private init?(_ argument: Argument) {
        guard let name = argument.preferredName?.name, name != "help", name != "version" else { return nil }
        option = "--\(name)"
        isFlag = argument.kind == "flag"
        variables = Variable.allCases.filter { $0.option == name }
        standard = argument.defaultValue ?? variables.compactMap(\.standard).first ?? (isFlag ? "no" : nil)
        let help = argument.abstract ?? ""
        let phrase = Variable.phrase(of: variables)
        sentence = help.hasSuffix(phrase) ? "\(help.dropLast(phrase.count))." : help
    }
}
