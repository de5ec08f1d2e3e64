import ArgumentParser
import ClinicOperations

struct Quarantine: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quarantine",
        abstract: "Pass an event over that cannot be read, and make the clinic's documents anew.",
        discussion: """
            /readyz, the log and the metric chairside_unreadable_events name such events. History is not changed: an event is \
            appended that says which one is passed over and why. An event that can be read is refused. Correct by the API what \
            the event has done, if it is known.
            """)

    @Option(help: "The clinic's id.")
    var clinic: String
    @Option(help: "The event's position in the clinic's feed.")
    var position: Int64
    @Option(help: "Why, for those who read the history later. It is kept for good: no patient's data.")
    var reason: String
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var keys: KeyOptions

    func validate() throws {
        guard position > 0 else { throw ValidationError("--position is 1 or more") }
        guard (1...500).contains(reason.unicodeScalars.count) else {
            throw ValidationError("--reason has 1 to 500 characters")
        }
    }

    func run() async throws {
        let report = try await Maintenance.quarantine(
            try database.resolved(), keys: keys.resolved, clinic: clinic, position: position, reason: reason,
            logger: standardLogger())
        print(report.isNew ? "quarantined" : "was quarantined before")
        print("\(report.changedDocuments) documents were written anew")
    }
}
