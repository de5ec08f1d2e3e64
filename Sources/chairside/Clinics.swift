import ArgumentParser
import ClinicOperations

struct Clinics: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clinic", abstract: "Found, list and close clinics.",
        subcommands: [Found.self, List.self, Close.self])

    struct Options: ParsableArguments {
        @OptionGroup var installation: InstallationOptions

        func desk() throws -> ClinicAdministration {
            ClinicAdministration(try installation.resolved())
        }
    }

    struct Found: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "found", abstract: "Found a clinic, and print a token for its first admin.",
            discussion: """
                The admin chooses a password with the token, within a week. Time zone and currency can never be \
                changed. If a clinic of this name exists already, none is founded; an admin without a password gets \
                a new token.
                """)

        @Option(help: "The clinic's name.") var name: String
        @Option(help: "The clinic's IANA time zone, such as Europe/Berlin.") var zone: String
        @Option(help: "The currency of the clinic's prices, such as EUR.") var currency: String
        @Option(help: "The first admin's name.") var adminName: String
        @Option(help: "The e-mail that the admin signs in with.") var adminEmail: String
        @Flag(help: "The admin is a doctor too.") var adminIsDoctor = false
        @OptionGroup var options: Options

        func run() async throws {
            let founded = try await options.desk().found(
                ClinicAdministration.Founding(
                    name: name, zone: zone, currency: currency, adminName: adminName, adminEmail: adminEmail,
                    adminRoles: adminIsDoctor ? ["admin", "doctor"] : ["admin"]))
            try Clinics.show(founded, adminEmail)
        }
    }

    /// Prints a founded clinic, its admin, and the admin's token if there is one, each on its own line. Each of these
    /// lines has a name and a value, so that people and scripts can read it.
    static func show(_ founded: ClinicAdministration.Founded, _ email: String) throws {
        print("clinic \(founded.id)\(founded.isNew ? "" : " (was there before)")")
        print("admin \(email)")
        guard let token = founded.token else {
            return print("\(email) has chosen a password before; it is good for this clinic too")
        }
        print("token \(token)")
        if let link = try LinkOptions.link(token) { print("link \(link)") }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Print every clinic: id, name, time zone, currency.")

        @OptionGroup var options: Options

        func run() async throws { for line in try await options.desk().list() { print(line) } }
    }

    struct Close: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "close",
            abstract: "Close a clinic for good. Logins end, and its history stays.",
            discussion: "It is refused while there are future visits. Patients' data can still be exported.")

        @Argument(help: "The clinic's id or name.") var clinic: String
        @Option(help: "The reason for closing, for the log.") var reason: String
        @Option(help: "The clinic's exact name, as a confirmation. Closing cannot be undone.") var confirm: String?
        @OptionGroup var options: Options

        func run() async throws {
            try await options.desk().close(clinic, confirmation: confirm ?? "", reason: reason)
            print("closed")
        }
    }
}
