import ArgumentParser
import ClinicServer
import EventLoop
import Foundation

/// The command `chairside`. It exits with 0 if the operation was done, 1 if it failed or found differences, and 64 for
/// wrong arguments (sysexits.h).
@main
struct Chairside: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chairside",
        abstract: "An event-sourced clinic: appointments, reception and billing over HTTP.",
        version:
            "chairside \(ProgramVersion.number), \(builtFromCommit.map { "commit \($0)" } ?? "not built from a git work tree")",
        subcommands: [
            Setup.self, Serve.self, Config.self, Migrate.self, Clinics.self, Demo.self, Rebuild.self, Verify.self,
            Export.self,
            FilesCommand.self, Erase.self, Erasures.self, Expire.self, Quarantine.self, OpenAPIDocument.self,
            Schema.self, Keys.self,
            MasterKey.self, StaffCommand.self, SamplesCommand.self, CatalogueCommand.self, Cert.self, Zones.self,
            WhatIf.self,
            MeasureAppend.self, ThumbnailCommand.self,
        ])

    /// Runs the program. It copies its arguments first, since it then overwrites passwords in the process's arguments.
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if ProcessSecrets.hidePasswordsInArguments() {
            warn(
                "a password in an argument can be read by others until it is overwritten: use DATABASE_URL, DATABASE_URL_FILE or PGPASSFILE"
            )
        }
        do { try ProcessSecrets.forbidDumps() } catch { warn("core dumps cannot be switched off: \(error)") }
        var command: any ParsableCommand
        do {
            if let problem = unknownCommand(arguments[...]) { throw ValidationError(problem) }
            command = try parseAsRoot(arguments)
        } catch { exit(withError: error) }
        do {
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            switch error {
            case is ValidationError, is ExitCode, is CleanExit: exit(withError: error)
            // For `--help` the argument parser throws an error with the exit code for success. The error's text is
            // printed without changes.
            case _ where Self.exitCode(for: error) == .success: exit(withError: error)
            default: exit(withError: Explanation(error))
            }
        }
    }

    private static func warn(_ text: String) { FileHandle.standardError.write(Data("chairside: \(text)\n".utf8)) }
}
