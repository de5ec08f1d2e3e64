import ArgumentParser
import ClinicServer

struct Keys: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "The server's secrets.", subcommands: [Init.self])

    struct Init: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Make pepper and signing key where there are none.")

        @OptionGroup var keys: KeyOptions

        func run() throws {
            try Maintenance.initializeKeys(keys.resolved, kid: today())
            print("keys are in \(keys.resolved)")
        }
    }
}
