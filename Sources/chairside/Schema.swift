import ArgumentParser
import ClinicOperations

struct Schema: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the parts of a database's schema with their digests.",
        discussion: """
            `chairside verify` compares these lines with those of a database that this release has migrated, which are \
            built into the program (fixtures/schema/schema.txt).
            """)

    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        for line in try await Maintenance.schema(of: try database.resolved()) { print(line) }
    }
}
