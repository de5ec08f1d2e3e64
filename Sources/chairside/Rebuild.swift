import ArgumentParser
import ClinicOperations

struct Rebuild: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild",
        abstract:
            "Rebuild read models from the events, while servers run. Exit code 1 if a clinic failed.",
        discussion: """
            Only documents that differ from their events are written, for each clinic in one transaction. An \
            interrupted rebuild continues with the remaining clinics if the same program is called for the same read \
            models.
            """)

    @Argument(help: "The read models, by their tables' names. The default is all.")
    var names: [String] = []
    @Flag(help: "Rebuild every clinic, also those that an interrupted rebuild has finished.")
    var anew = false
    @OptionGroup var installation: InstallationOptions

    func validate() throws {
        let known = Installation.readModels
        if let unknown = names.first(where: { !known.contains($0) }) {
            throw ValidationError("no read model is called \(unknown); there are \(known.joined(separator: ", "))")
        }
    }

    func run() async throws {
        Allocator.returnMemory()
        let clock = ContinuousClock()
        let start = clock.now
        let line = ProgressLine("rebuild")
        let report = try await installation.resolved().rebuild(names, anew: anew) { line.show($0, $1) }
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
