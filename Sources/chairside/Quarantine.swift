import ArgumentParser
import ClinicOperations

struct Quarantine: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quarantine",
        abstract: "Exclude an event that cannot be read, and rebuild the clinic's documents.",
        discussion: """
            /readyz, the log and the metric chairside_unreadable_events name such events. History does not change: \
            an event is appended that names the excluded event and the reason. An event that can be read is refused. \
            If the effect of the excluded event is known, enter it again by the API.
            """)

    @Option(help: "The clinic's id.")
    var clinic: String
    @Option(help: "The event's position in the clinic's feed.")
    var position: Int64
    @Option(
        help: "The reason, for later readers of the history. It is kept for good, so it must contain no patient's data."
    )
    var reason: String
    @OptionGroup var installation: InstallationOptions

    func validate() throws {
        guard position > 0 else { throw ValidationError("--position is 1 or more") }
        guard (1...500).contains(reason.unicodeScalars.count) else {
            throw ValidationError("--reason has 1 to 500 characters")
        }
    }

    func run() async throws {
        let report = try await installation.resolved()
            .quarantine(clinic: clinic, position: position, reason: reason)
        print(report.isNew ? "quarantined" : "was quarantined before")
        print("\(report.changedDocuments) documents were written anew")
    }
}
