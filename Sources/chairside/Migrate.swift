import ArgumentParser
import ClinicOperations
import Foundation

struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Bring the database's schema up to date.",
        discussion: """
            Servers may go on meanwhile. A migration that needs a lock which somebody else holds waits for half a second, lets \
            everybody else go on for a second, and tries again; after an hour it gives up.
            """)

    @OptionGroup var database: DatabaseOptions

    @Option(
        name: .customLong("with"),
        help: ArgumentHelp(
            "A folder with more migrations, after this program's: those of a release to come.", valueName: "folder"))
    var folder: String?

    func run() async throws {
        let applied = try await Maintenance.migrate(try database.resolved(), with: folder) { file in
            FileHandle.standardError.write(
                Data("\(file) waits: another session holds a lock on a table that it changes\n".utf8))
        }
        for file in applied { print("applied \(file)") }
        if applied.isEmpty { print("the schema is up to date") }
    }
}
