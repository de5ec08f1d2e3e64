import ArgumentParser
import ClinicServer

struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Bring the database's schema up to date.")

    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let applied = try await Maintenance.migrate(try database.resolved())
        for file in applied { print("applied \(file)") }
        if applied.isEmpty { print("the schema is up to date") }
    }
}
