import ArgumentParser
import ClinicOperations
import Foundation

struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print everything that is held about a patient, or write every event to a file.",
        discussion: """
            With --clinic and --patient: documents, logins, and every event about them, as whoever has the keys reads it. \
            With --events: every event of every clinic as a JSON line, to the byte, with its hash, which is what \
            `chairside verify --chain --from` checks where there is no database.
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable { case json, html }

    @Option(help: "The file for all events, which only its owner may read then.")
    var events: String?
    @Option(help: "The clinic's id or name.")
    var clinic: String?
    @Option(help: "The patient's id.")
    var patient: String?
    @Option(help: "What is held about a patient: for programs or for people.")
    var format = Format.json
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var keys: KeyOptions

    func validate() throws {
        guard (clinic == nil) == (patient == nil), (events == nil) != (patient == nil) else {
            throw ValidationError("give --clinic and --patient, or --events")
        }
    }

    func run() async throws {
        if let events { return try await export(to: events) }
        guard let clinic, let patient else { return }
        let bytes = try await Maintenance.export(
            try database.resolved(), keys: keys.resolved, clinic: clinic, patient: patient, asPage: format == .html,
            logger: standardLogger())
        FileHandle.standardOutput.write(Data(bytes))
        if format == .json { print() }
    }

    private func export(to file: String) async throws {
        let count = try await Maintenance.exportEvents(try database.resolved(), to: file) {
            showProgress("export", $0, $1)
        }
        print("\(count) events")
    }
}
