import ArgumentParser
import ClinicOperations
import Foundation

struct Setup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup", abstract: "Set up the first clinic by a dialogue.",
        discussion: """
            Brings the database's schema up to date, makes keys if there are none, and founds a clinic with its \
            first admin. The answers may also be piped, one per line. An empty line takes the default in brackets.
            """)

    @OptionGroup var installation: InstallationOptions

    func run() async throws {
        let installation = try installation.resolved()
        let name = try ask("The clinic's name")
        let zone = try ask("Its time zone", Setup.zoneOfMachine)
        let currency = try ask("The currency of its prices", "EUR")
        let adminName = try ask("The first admin's name")
        let adminEmail = try ask("The e-mail that the admin signs in with")
        let isDoctor = try ask("Is the admin a doctor too, yes or no", "no").lowercased().hasPrefix("y")

        for file in try await Maintenance.migrate(installation.database) { say("applied \(file)") }
        try KeyAdministration(installation.keys).initialize(kid: today())
        let founded = try await ClinicAdministration(installation).found(
            ClinicAdministration.Founding(
                name: name, zone: zone, currency: currency, adminName: adminName, adminEmail: adminEmail,
                adminRoles: isDoctor ? ["admin", "doctor"] : ["admin"]))
        try Clinics.show(founded, adminEmail)
        say("Keys are in \(installation.keys): back them up with the database, and keep them secret.")
        say("Serve with: chairside serve. What comes next is in ops/first-clinic.md, from step 4 on.")
    }

    /// Asks a question at the terminal.
    ///
    /// - Parameter standard: the answer that is used if the person enters an empty line. If it is `nil`, the question
    ///   is asked again on a terminal; piped input gets an error.
    private func ask(_ question: String, _ standard: String? = nil) throws -> String {
        while true {
            FileHandle.standardError.write(Data("\(question)\(standard.map { " [\($0)]" } ?? ""): ".utf8))
            guard let line = readLine() else { throw ValidationError("no answer to: \(question)") }
            if isatty(0) == 0 { say("") }
            let answer = line.trimmingCharacters(in: .whitespaces)
            if !answer.isEmpty { return answer }
            if let standard { return standard }
            if isatty(0) == 0 { throw ValidationError("no answer to: \(question)") }
        }
    }

    private func say(_ line: String) { FileHandle.standardError.write(Data("\(line)\n".utf8)) }

    /// The machine's time zone, which Debian's package `tzdata` records in a file.
    private static var zoneOfMachine: String? {
        let zone = (try? String(contentsOfFile: "/etc/timezone", encoding: .utf8))?
            .trimmingCharacters(in: .whitespacesAndNewlines)
        return zone.flatMap { $0.contains("/") && !$0.hasPrefix("Etc/") ? $0 : nil }
    }
}
