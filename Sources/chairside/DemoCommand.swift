import ArgumentParser
import ClinicDemo
import ClinicOperations

struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Fill the database with two clinics; run again, it changes nothing.")

    @Option(help: "The same seed gives the same clinics.")
    var seed: UInt64 = 1
    @Option(help: "Patients, in both clinics together.")
    var patients = 2000
    @Option(help: "How many days of visits there were.")
    var days = 90
    @Flag(help: "The clinics are open day and night.")
    var aroundTheClock = false
    @Flag(help: "Go on after filling: patients come, are treated and pay as time passes, until the process ends.")
    var keep = false
    @Flag(help: "Only print who can sign in.")
    var logins = false
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var keys: KeyOptions

    func validate() throws {
        guard (1...10_000).contains(days) else { throw ValidationError("--days is 1 to 10000") }
    }

    func run() async throws {
        if logins { return printLogins() }
        try await Maintenance.prepareKeys(keys.resolved, for: database.resolved(), kid: today())
        let demo = DemoData(
            database: try database.resolved(), keys: keys.resolved, seed: seed, patients: patients, days: days,
            hours: aroundTheClock ? .aroundTheClock : .office)
        let logger = standardLogger()
        let progress = ProgressLine("demo", unit: "commands")
        let report = try await demo.fill(logger: logger) { progress.show($0, $1) }
        progress.end()
        if report.wasThere {
            print("the demo clinics are there already")
        } else {
            print("\(report.appointments) appointments, \(report.commands) commands, \(report.refused) refused")
        }
        print("who can sign in: chairside demo --logins")
        if keep { try await DemoKeeper(demo, logger: logger).run { tell("the demo is up to date, and goes on") } }
    }

    private func printLogins() {
        print("password \(DemoLogin.password) for all; PIN \(DemoLogin.pin) on device_id \(DemoLogin.device)")
        for login in DemoLogin.all(seed: seed) {
            print("  \(login.roleName)\t\(login.email)\t\(login.name)\t\(login.clinic)")
        }
    }
}
