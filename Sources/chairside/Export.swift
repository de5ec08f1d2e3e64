import ArgumentParser
import ClinicServer

struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write every event to a file of JSON lines, to the byte, with its hash.",
        discussion: "What `chairside verify --chain --from` checks where there is no database.")

    @Option(help: "The file, which only its owner may read then.")
    var events: String
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let count = try await Maintenance.exportEvents(try database.resolved(), to: events) {
            showProgress("export", $0, $1)
        }
        print("\(count) events")
    }
}
