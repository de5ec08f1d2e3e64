import ArgumentParser
import ClinicOperations

struct StaffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "staff", abstract: "Staff of a clinic and their logins.",
        subcommands: [List.self, Add.self, Deactivate.self, ResetPassword.self, ResetSecondFactor.self])

    struct Options: ParsableArguments {
        @Option(help: "The clinic's id or name. Required if the database has several.")
        var clinic: String?
        @OptionGroup var installation: InstallationOptions

        func desk() throws -> StaffAdministration {
            StaffAdministration(try installation.resolved(), clinic: clinic)
        }
    }

    /// Prints a one-time token for choosing a password, as a link if the address of the clinic's app is known.
    static func show(_ token: String) throws {
        print(try LinkOptions.link(token) ?? token)
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Print all staff: name, roles, e-mail, login.")

        @OptionGroup var options: Options

        func run() async throws { for line in try await options.desk().list() { print(line) } }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a member of staff, and print a token for choosing a password. It is valid for a week.")

        @Argument(help: "The person's name.") var name: String
        @Option(parsing: .singleValue, help: "doctor, receptionist or admin. May be repeated.")
        var role: [String]
        @Option(help: "The e-mail that the person signs in with.") var email: String
        @OptionGroup var options: Options

        func run() async throws {
            if let token = try await options.desk().add(name: name, roles: role, email: email) {
                try StaffCommand.show(token)
            } else {
                print(
                    "\(email) has an account already, with a password of its owner, which is good for this clinic too from now on"
                )
            }
        }
    }

    struct Deactivate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "deactivate",
            abstract: "Deactivate a member of staff. Login and sessions end at once; appointments stay.")

        @Argument var email: String
        @OptionGroup var options: Options

        func run() async throws {
            try await options.desk().deactivate(email)
            print("done")
        }
    }

    struct ResetPassword: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset-password",
            abstract:
                "End an account's password and sessions, and print a token for choosing a new password. It is valid for a week."
        )

        @Argument var email: String
        @OptionGroup var options: Options

        func run() async throws { try StaffCommand.show(await options.desk().resetPassword(email)) }
    }

    struct ResetSecondFactor: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset-second-factor",
            abstract:
                "Remove the second factor of an account, for example after a phone was lost. All its sessions end.")

        @Argument var email: String
        @OptionGroup var options: Options

        func run() async throws {
            try await options.desk().resetSecondFactor(email)
            print("done")
        }
    }
}
