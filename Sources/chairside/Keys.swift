import ArgumentParser
import ClinicOperations

struct Keys: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "The server's secrets.",
        discussion: """
            Running servers notice new and retired keys within half a minute, or at once by SIGHUP. Nodes share the folder \
            or get a copy of it.
            """,
        subcommands: [Init.self, List.self, Add.self, Retire.self])

    struct Init: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "init", abstract: "Make pepper, signing key and master key where there are none.")

        @OptionGroup var keys: KeyOptions

        func run() throws {
            try Maintenance.initializeKeys(keys.resolved, kid: today())
            print("keys are in \(keys.resolved)")
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Print the signing keys: the newest signs.")

        @OptionGroup var keys: KeyOptions

        func run() throws { for line in try Maintenance.listKeys(keys.resolved) { print(line) } }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Make a key that signs from now on; the older ones go on verifying.")

        @Option(help: "What it is called in tokens; it must sort after the others. The day, where it is left out.")
        var name: String?
        @Flag(help: "One that signs the ends of the chains, from the servers' next start on. The older ones must stay.")
        var chain = false
        @OptionGroup var keys: KeyOptions

        func run() throws {
            if chain {
                print("\(try Maintenance.addChainKey(keys.resolved, named: name)) signs chains from the next start on")
            } else {
                print("\(try Maintenance.addKey(keys.resolved, named: name)) signs from now on")
            }
        }
    }

    struct Retire: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "retire", abstract: "Remove an older key: tokens that it signed are refused from now on.")

        @Argument(help: "As keys list has it.")
        var name: String
        @Flag(help: "Even while tokens that it signed are in use, as after a theft: their apps refresh them.")
        var now = false
        @OptionGroup var keys: KeyOptions

        func run() throws {
            try Maintenance.retireKey(keys.resolved, named: name, atOnce: now)
            print("\(name) is retired")
        }
    }
}
