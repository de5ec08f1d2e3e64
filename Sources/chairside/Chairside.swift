import ArgumentParser
import EventLoop
import Foundation

/// The command. Exit codes: 0 done, 1 failed or differences found, 64 wrong arguments (sysexits.h).
@main
struct Chairside: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chairside",
        abstract: "An event-sourced clinic: appointments, reception and billing over HTTP.",
        subcommands: [
            Setup.self, Serve.self, Migrate.self, Clinics.self, Demo.self, Rebuild.self, Verify.self, Export.self,
            Erase.self, Erasures.self, Expire.self, Quarantine.self, OpenAPIDocument.self, Keys.self, MasterKey.self,
            StaffCommand.self, Cert.self, Zones.self, MeasureAppend.self,
        ])

    /// Arguments are copied before passwords in them are overwritten.
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if ProcessSecrets.hidePasswordsInArguments() {
            warn(
                "a password in an argument can be read by others until it is overwritten: use DATABASE_URL, DATABASE_URL_FILE or PGPASSFILE"
            )
        }
        do { try ProcessSecrets.forbidDumps() } catch { warn("core dumps cannot be switched off: \(error)") }
        await main(arguments)
    }

    private static func warn(_ text: String) { FileHandle.standardError.write(Data("chairside: \(text)\n".utf8)) }
}
