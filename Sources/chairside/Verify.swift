import ArgumentParser
import ClinicServer

struct Verify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check the database against its events; exit code 1 where something differs.",
        discussion: """
            Positions stand without gaps, every event has its tags and no others, every event can be read, and every \
            document is what its events fold to, byte for byte.
            """)

    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let report = try await Maintenance.verify(try database.resolved()) { showProgress("verify", $0, $1) }
        for difference in report.differences { print(difference) }
        print("\(report.events) events of \(report.clinics) clinics: \(report.differences.count) differences")
        if !report.differences.isEmpty { throw ExitCode.failure }
    }
}
