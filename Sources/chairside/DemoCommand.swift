import ArgumentParser
import ClinicDemo
import ClinicOperations

struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Fill the database with two demo clinics. A second run changes nothing.",
        discussion: """
            The passwords of the demo's accounts are public. So the command refuses a database with a clinic that is \
            not the demo's.
            """)

    @Option(help: "The seed of the generated data. The same seed gives the same clinics.")
    var seed: UInt64 = 1
    @Option(help: "The number of patients in both clinics together.")
    var patients = 2000
    @Option(help: "The number of past days with visits.")
    var days = 90
    @Flag(help: "Open the clinics day and night.")
    var aroundTheClock = false
    @Flag(help: "Continue after filling: patients arrive, are treated and pay as time passes, until the process ends.")
    var keep = false
    @Flag(help: "Add the demo to a database that has other clinics. Its accounts have public passwords.")
    var besideOtherClinics = false
    @Flag(help: "Only print the accounts that can sign in.")
    var logins = false
    @OptionGroup var installation: InstallationOptions

    func validate() throws {
        guard (1...10_000).contains(days) else { throw ValidationError("--days is 1 to 10000") }
    }

    func run() async throws {
        if logins { return printLogins() }
        let installation = try installation.resolved()
        try await KeyAdministration(installation.keys).prepare(for: installation.database, kid: today())
        let demo = DemoData(
            installation, seed: seed, patients: patients, days: days, hours: aroundTheClock ? .aroundTheClock : .office,
            besideOtherClinics: besideOtherClinics)
        let progress = ProgressLine("demo", unit: "commands")
        let report = try await demo.fill { progress.show($0, $1) }
        progress.end()
        if report.wasThere {
            print("the demo clinics are there already")
        } else {
            print("\(report.appointments) appointments, \(report.commands) commands, \(report.refused) refused")
        }
        print("who can sign in: chairside demo --logins")
        if keep { try await DemoKeeper(demo).run { tell("the demo is up to date, and goes on") } }
    }

    private func printLogins() {
        print("password \(DemoLogin.password) for all; PIN \(DemoLogin.pin) on device_id \(DemoLogin.device)")
        for login in DemoLogin.all(seed: seed) {
            print("  \(login.roleName)\t\(login.email)\t\(login.name)\t\(login.clinic)")
        }
    }
}
