import ArgumentParser
import ClinicOperations

struct Keys: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "The server's secrets.",
        discussion: """
            Running servers notice new and retired keys within half a minute, or at once after SIGHUP. All servers \
            need the folder, shared or copied.
            """,
        subcommands: [Init.self, List.self, Add.self, Retire.self])

    struct Init: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "init", abstract: "Make pepper, signing key and master key if they are missing.")

        @OptionGroup var keys: KeyOptions

        func run() throws {
            try KeyAdministration(keys.resolved).initialize(kid: today())
            print("keys are in \(keys.resolved)")
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Print the signing keys. The newest one signs.")

        @OptionGroup var keys: KeyOptions

        func run() throws { for line in try KeyAdministration(keys.resolved).list() { print(line) } }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Make a key that signs tokens from now on. Older keys still verify them.")

        @Option(help: "The key's name in tokens. It must sort after the others. The default is the date.")
        var name: String?
        @Flag(
            help: "Make a key that signs the heads of the chains from the servers' next start on. Older keys must stay."
        )
        var chain = false
        @OptionGroup var keys: KeyOptions

        func run() throws {
            let administration = KeyAdministration(keys.resolved)
            if chain {
                print("\(try administration.addChainKey(named: name)) signs chains from the next start on")
            } else {
                print("\(try administration.addSigningKey(named: name)) signs from now on")
            }
        }
    }

    struct Retire: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "retire", abstract: "Remove an older key. Tokens that it signed are refused from then on.")

        @Argument(help: "The key's name, as `keys list` prints it.")
        var name: String
        @Flag(
            help:
                "Retire the key even if tokens signed with it are in use, for example after a theft. Apps refresh their tokens."
        )
        var now = false
        @OptionGroup var keys: KeyOptions

        func run() throws {
            try KeyAdministration(keys.resolved).retire(name, atOnce: now)
            print("\(name) is retired")
        }
    }
}
