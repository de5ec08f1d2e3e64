import ArgumentParser
import ClinicOperations

struct Rebuild: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild",
        abstract:
            "Make read models anew from the events, while servers run; exit code 1 where a clinic could not be done.",
        discussion: """
            Only documents that are not what the events say are written, of each clinic all at once. A rebuild that was cut \
            short goes on with the clinics that are left, if it is called for the same read models by the same program.
            """)

    @Argument(help: "The read models, by their tables' names; all where none is named.")
    var names: [String] = []
    @Flag(help: "Do every clinic, though a rebuild that was cut short has done some.")
    var anew = false
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var keys: KeyOptions

    func validate() throws {
        let known = Maintenance.readModels
        if let unknown = names.first(where: { !known.contains($0) }) {
            throw ValidationError("no read model is called \(unknown); there are \(known.joined(separator: ", "))")
        }
    }

    func run() async throws {
        let clock = ContinuousClock()
        let start = clock.now
        let line = ProgressLine("rebuild")
        let report = try await Maintenance.rebuild(
            try database.resolved(), names, anew: anew, keys: keys.resolved
        ) { line.show($0, $1) }
        line.end()
        let seconds = start.duration(to: clock.now).seconds
        if report.clinicsDoneBefore > 0 {
            print("\(report.clinicsDoneBefore) clinics were done before, by a rebuild that was cut short")
        }
        print(
            "rebuilt \(report.documents) documents of \(report.clinics) clinics from \(report.events) events"
                + " in \(seconds.rounded(toPlaces: 2)) s (\(Int64(Double(report.events) / max(seconds, 0.001))) events/s);"
                + " \(report.changed) were not what the events say"
        )
        for failure in report.failures { print("left as it is: \(failure)") }
        if !report.failures.isEmpty { throw ExitCode.failure }
    }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

extension Double {
    func rounded(toPlaces places: Int) -> Double {
        let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
        return (self * scale).rounded() / scale
    }
}
