import ArgumentParser
import ClinicOperations

struct StaffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "staff", abstract: "Who works at a clinic, and how they get in.",
        subcommands: [List.self, Add.self, Deactivate.self, ResetPassword.self, ResetSecondFactor.self])

    struct Options: ParsableArguments {
        @Option(help: "The clinic's id or name, where the database has several.")
        var clinic: String?
        @OptionGroup var database: DatabaseOptions
        @OptionGroup var keys: KeyOptions

        func desk() throws -> StaffAdministration {
            StaffAdministration(
                database: try database.resolved(), keys: keys.resolved, clinic: clinic, logger: standardLogger())
        }
    }

    /// Prints an invitation's token, as a link if the app's address is known.
    static func show(_ token: String) {
        print(environment(.accountURL).map { "\($0)#purpose=password&token=\(token)" } ?? token)
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Print everybody: name, roles, e-mail, login.")

        @OptionGroup var options: Options

        func run() async throws { for line in try await options.desk().list() { print(line) } }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Take somebody on, and print a token to choose a password with, good for a week.")

        @Argument(help: "The person's name.") var name: String
        @Option(parsing: .singleValue, help: "doctor, receptionist or admin; several are given one by one.")
        var role: [String]
        @Option(help: "What they sign in with.") var email: String
        @OptionGroup var options: Options

        func run() async throws {
            if let token = try await options.desk().add(name: name, roles: role, email: email) {
                StaffCommand.show(token)
            } else {
                print(
                    "\(email) has an account already, with a password of its owner, which is good for this clinic too from now on"
                )
            }
        }
    }

    struct Deactivate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "deactivate", abstract: "Somebody leaves: login and sessions end at once, appointments stay.")

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
            abstract: "End password and sessions, and print a token to choose a new one with, good for a week.")

        @Argument var email: String
        @OptionGroup var options: Options

        func run() async throws { StaffCommand.show(try await options.desk().resetPassword(email)) }
    }

    struct ResetSecondFactor: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset-second-factor",
            abstract: "Ask for no code any more, as after a phone was lost. Every session ends.")

        @Argument var email: String
        @OptionGroup var options: Options

        func run() async throws {
            try await options.desk().resetSecondFactor(email)
            print("done")
        }
    }
}
