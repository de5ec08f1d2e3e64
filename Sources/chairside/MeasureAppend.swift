import ArgumentParser
import ClinicOperations
import Foundation

/// The command that measures appends, for benchmarks. It is not needed to run a clinic.
struct MeasureAppend: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure-append",
        abstract: "Append generated bookings to temporary clinics, and print the events per second.",
        shouldDisplay: false)

    @OptionGroup var database: DatabaseOptions
    @Option(help: "The number of loops, each with a log and a clinic. The default is the number of cores.")
    var loops = ProcessInfo.processInfo.activeProcessorCount
    @Option(help: "The number of concurrent senders.") var senders = 256
    @Option(help: "The number of commands that each sender sends.") var commands = 400

    func validate() throws {
        guard loops > 0, senders > 0, commands > 0 else { throw ValidationError("at least one command must be sent") }
    }

    func run() async throws {
        let report = try await AppendMeasurement(loops: loops, senders: senders, commands: commands)
            .run(try database.resolved())
        let rate = Int64(Double(report.events) / max(report.duration.seconds, 0.001))
        print(
            "appended \(report.events) events in \(report.duration.seconds.rounded(toPlaces: 2)) s (\(rate) events/s)")
    }
}
