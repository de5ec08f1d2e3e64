import ArgumentParser
import ClinicOperations
import Foundation

/// The command that measures appends, for benchmarks. It is not needed to run a clinic.
struct MeasureAppend: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure-append",
        abstract: "Append bookings of nobody to clinics of their own, and tell how many events a second that was.",
        shouldDisplay: false)

    @OptionGroup var database: DatabaseOptions
    @Option(help: "How many loops, each with a log and a clinic; as many as there are cores where it is left out.")
    var loops = ProcessInfo.processInfo.activeProcessorCount
    @Option(help: "How many send at a time.") var senders = 256
    @Option(help: "How many commands each sends.") var commands = 400

    func validate() throws {
        guard loops > 0, senders > 0, commands > 0 else { throw ValidationError("there must be something to send") }
    }

    func run() async throws {
        let report = try await AppendMeasurement(loops: loops, senders: senders, commands: commands)
            .run(try database.resolved())
        let rate = Int64(Double(report.events) / max(report.duration.seconds, 0.001))
        print(
            "appended \(report.events) events in \(report.duration.seconds.rounded(toPlaces: 2)) s (\(rate) events/s)")
    }
}
