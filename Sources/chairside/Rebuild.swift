import ArgumentParser
import ClinicServer

struct Rebuild: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make every read model anew from the events. Appends wait meanwhile.")

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var keys: KeyOptions

    func run() async throws {
        let clock = ContinuousClock()
        let start = clock.now
        let report = try await Maintenance.rebuild(try database.resolved(), keys: keys.resolved) {
            showProgress("rebuild", $0, $1)
        }
        let seconds = start.duration(to: clock.now).seconds
        print(
            "rebuilt \(report.documents) documents of \(report.clinics) clinics from \(report.events) events"
                + " in \(seconds.rounded(toPlaces: 2)) s (\(Int64(Double(report.events) / max(seconds, 0.001))) events/s)"
        )
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
