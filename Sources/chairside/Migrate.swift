import ArgumentParser
import ClinicOperations
import Foundation

struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Bring the database's schema up to date.",
        discussion: """
            Servers may go on running. A migration that needs a lock held by another session waits for half a \
            second, lets other sessions continue for a second, and tries again. It gives up after an hour.
            """)

    @OptionGroup var database: DatabaseOptions

    @Option(
        name: .customLong("with"),
        help: ArgumentHelp(
            "A folder with migrations of a later release, which run after this program's own.", valueName: "folder"))
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
