import ArgumentParser
import ClinicOperations
import ZoneFiles

struct Zones: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "zones", abstract: "The time zone rules of the clinics.", subcommands: [Check.self])

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "List future visits whose wall time is another instant under the current rules.",
            discussion: """
                Run it after an upgrade of the package tzdata, after sending the servers SIGHUP. It prints a line \
                for each visit: clinic, appointment, wall time, the stored instant, the instant of the wall time \
                under the current rules, and the action taken. The exit code is 1 while there are visits to move.
                """)

        @Flag(help: "Move each visit, by an event, to the instant that its wall time is now.")
        var move = false
        @Option(help: "The folder with the compiled time zone rules, as the package tzdata installs them.")
        var zoneinfo = ZoneFolder.standard
        @OptionGroup var installation: InstallationOptions

        func run() async throws {
            let check = ZoneCheck(try installation.resolved(), zones: ZoneFolder(path: zoneinfo))
            let report = try await check.run(moves: move)
            for finding in report.findings { print(finding) }
            let moved = report.findings.count - report.open
            print(
                "zone rules \(report.release): \(report.looked) future visits, \(moved) moved, \(report.open) to be moved"
            )
            if report.open > 0 { throw ExitCode(1) }
        }
    }
}
