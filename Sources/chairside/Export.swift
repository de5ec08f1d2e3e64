import ArgumentParser
import ClinicOperations
import Foundation

struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print all data stored about a patient, or write every event to a file.",
        discussion: """
            With --clinic and --patient: documents, logins, and all events about the patient, decrypted. With \
            --events: every event of every clinic as one JSON line with its exact bytes and its hash. `chairside \
            verify --chain --from` checks that file without a database.
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable { case json, html }

    @Option(help: "The file for all events. Only its owner can read it.")
    var events: String?
    @Option(help: "The clinic's id or name.")
    var clinic: String?
    @Option(help: "The patient's id.")
    var patient: String?
    @Option(help: ArgumentHelp("Also write the contents of the patient's files into this folder.", valueName: "folder"))
    var contents: String?
    @Option(help: .setting("The folder of contents of the servers", or: .files))
    var files: String?
    @Option(help: "The form of a patient's data: for programs or for people.")
    var format = Format.json
    @OptionGroup var installation: InstallationOptions

    func validate() throws {
        guard (clinic == nil) == (patient == nil), (events == nil) != (patient == nil) else {
            throw ValidationError("give --clinic and --patient, or --events")
        }
        guard contents == nil || (patient != nil && (files ?? environment(.files)) != nil) else {
            throw ValidationError("--contents needs --patient, and --files or CHAIRSIDE_FILES")
        }
    }

    func run() async throws {
        if let events { return try await export(to: events) }
        guard let clinic, let patient else { return }
        let installation = try installation.resolved()
        let bytes = try await installation.export(patient, of: clinic, asPage: format == .html)
        FileHandle.standardOutput.write(Data(bytes))
        if format == .json { print() }
        if let contents, let files = files ?? environment(.files) {
            try await installation.exportContents(of: patient, in: clinic, from: files, into: contents)
        }
    }

    private func export(to file: String) async throws {
        let count = try await Maintenance.exportEvents(of: installation.database.resolved(), to: file) {
            showProgress("export", $0, $1)
        }
        print("\(count) events")
    }
}
