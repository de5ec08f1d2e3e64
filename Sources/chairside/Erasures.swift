import ArgumentParser
import ClinicOperations

struct Erasures: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erasures", abstract: "The list of erasures that is kept outside of the database.",
        discussion: """
            A database restored to an earlier time contains the data of people who were erased since. The list has \
            their ids, so that the erasures can be repeated. A server with --chain-heads FOLDER keeps the list in \
            that folder.
            """, subcommands: [Keep.self, Apply.self])

    struct Keep: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "keep", abstract: "Add the database's erasures to the list, if they are not in it.")

        @Option(name: .customLong("in"), help: "The folder of the list; else CHAIRSIDE_CHAIN_HEADS.")
        var folder: String?
        @OptionGroup var database: DatabaseOptions

        func run() async throws {
            let folder = try listFolder(folder, option: "--in")
            let count = try await Maintenance.keepErasures(of: database.resolved(), in: folder)
            print("\(count) erasures were added to \(folder)/erasures.jsonl")
        }
    }

    struct Apply: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "apply", abstract: "Repeat the erasures of the list. Exit code 1 if one is refused.",
            discussion: "Run it after each restore, before a server starts. It may be run again.")

        @Option(name: .customLong("from"), help: "The folder of the list; else CHAIRSIDE_CHAIN_HEADS.")
        var folder: String?
        @OptionGroup var installation: InstallationOptions

        func run() async throws {
            let report = try await installation.resolved()
                .repeatErasures(from: try listFolder(folder, option: "--from"))
            for line in report.refused { print("refused: \(line)") }
            print(
                "\(report.repeated) erasures were repeated, \(report.knownBefore) were known, "
                    + "\(report.unknown) are of people whom this database does not know, \(report.refused.count) refused"
            )
            if !report.refused.isEmpty { throw ExitCode.failure }
        }
    }
}

private func listFolder(_ given: String?, option: String) throws -> String {
    guard let folder = given ?? environment(.chainHeads) else {
        throw ValidationError("name the list's folder with \(option), or set CHAIRSIDE_CHAIN_HEADS")
    }
    return folder
}
