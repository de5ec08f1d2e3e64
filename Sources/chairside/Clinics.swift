import ArgumentParser
import ClinicOperations

struct Clinics: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clinic", abstract: "Found, list and close clinics.",
        subcommands: [Found.self, List.self, Close.self])

    struct Options: ParsableArguments {
        @OptionGroup var database: DatabaseOptions
        @OptionGroup var keys: KeyOptions

        func desk() throws -> ClinicAdministration {
            ClinicAdministration(database: try database.resolved(), keys: keys.resolved, logger: standardLogger())
        }
    }

    struct Found: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "found", abstract: "Found a clinic, and print a token for its first admin.",
            discussion: """
                The admin chooses a password with the token, within a week. Time zone and currency stay as they are for \
                good. If the name exists already, nothing is founded: an admin who has no password yet gets a new token.
                """)

        @Option(help: "What the clinic is called.") var name: String
        @Option(help: "Its IANA time zone, such as Europe/Berlin.") var zone: String
        @Option(help: "The currency of its prices, such as EUR.") var currency: String
        @Option(help: "The first admin's name.") var adminName: String
        @Option(help: "The e-mail that the admin signs in with.") var adminEmail: String
        @Flag(help: "The admin is a doctor too.") var adminIsDoctor = false
        @OptionGroup var options: Options

        func run() async throws {
            let founded = try await options.desk().found(
                ClinicAdministration.Founding(
                    name: name, zone: zone, currency: currency, adminName: adminName, adminEmail: adminEmail,
                    adminRoles: adminIsDoctor ? ["admin", "doctor"] : ["admin"]))
            Clinics.show(founded, adminEmail)
        }
    }

    /// Prints a founded clinic, one name and value in a line, for people and for scripts.
    static func show(_ founded: ClinicAdministration.Founded, _ email: String) {
        print("clinic \(founded.id)\(founded.isNew ? "" : " (was there before)")")
        print("admin \(email)")
        guard let token = founded.token else {
            return print("\(email) has chosen a password before; it is good for this clinic too")
        }
        print("token \(token)")
        if let url = environment(.accountURL) {
            print("link \(url)#purpose=password&token=\(token)")
        }
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
            abstract: "End a clinic's work for good: nobody signs in there any more, its history stays.",
            discussion: "Refused while visits are to come. What is held about patients can still be exported.")

        @Argument(help: "The clinic's id or name.") var clinic: String
        @Option(help: "Why it closes, for the log.") var reason: String
        @Option(help: "The clinic's name once more, as it is written: closing cannot be undone.") var confirm: String?
        @OptionGroup var options: Options

        func run() async throws {
            try await options.desk().close(clinic, confirmation: confirm ?? "", reason: reason)
            print("closed")
        }
    }
}
