import ArgumentParser
import ClinicOperations
import ZoneFiles

struct Zones: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "zones", abstract: "The time zone rules that clinics live by.", subcommands: [Check.self])

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "List future visits whose time on the clock is another instant by the rules of today.",
            discussion: """
                After the package tzdata was upgraded: first send the servers SIGHUP, then check. A line for each visit: \
                clinic, appointment, wall time, the instant that is stored, the instant that the wall time is now, and what \
                was done. Exits with 1 while there are visits to move.
                """)

        @Flag(help: "Move each visit, by an event, to the instant that its time on the clock is now.")
        var move = false
        @Option(help: "The folder with the compiled time zone rules, as the package tzdata brings them.")
        var zoneinfo = ZoneFolder.standard
        @OptionGroup var database: DatabaseOptions
        @OptionGroup var keys: KeyOptions

        func run() async throws {
            let check = ZoneCheck(
                database: try database.resolved(), keys: keys.resolved, zones: ZoneFolder(path: zoneinfo),
                logger: standardLogger())
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
