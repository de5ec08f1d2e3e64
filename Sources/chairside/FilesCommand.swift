import ArgumentParser
import ClinicOperations

struct FilesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "files", abstract: "Look after the contents of patients' files.", subcommands: [Check.self])

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify",
            abstract: "Compare the folder of contents with the database. Exit code 1 if they differ.",
            discussion: """
                Checks that the content of every file is there and is what was stored, and that no content belongs to no \
                file. It reads all contents. A file that is added meanwhile is not reported.
                """)

        @Option(help: .setting("The folder with the contents", or: .files))
        var files: String?
        @Flag(help: "Delete contents that belong to no file, or to a removed or erased one.")
        var remove = false
        @OptionGroup var installation: InstallationOptions

        func run() async throws {
            guard let folder = files ?? environment(.files) else {
                throw ValidationError("no folder: give --files, or set CHAIRSIDE_FILES")
            }
            let report = try await installation.resolved().verifyFiles(in: folder, removing: remove) {
                showProgress("verify", $0, $1)
            }
            for finding in report.findings { print(finding) }
            print(
                "\(report.files) files: \(report.findings.count) differences, "
                    + "\(report.superfluous) superfluous contents\(remove ? " deleted" : "")")
            if !report.findings.isEmpty { throw ExitCode.failure }
        }
    }
}
