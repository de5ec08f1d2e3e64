import ArgumentParser
import ClinicOperations

struct MasterKey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "master-key", abstract: "The key that people's keys are wrapped by.", subcommands: [Rotate.self])

    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rotate",
            abstract: "Make a new master key and wrap every person's key by it; events stay as they are.",
            discussion: """
                Servers that share the folder take the new key by themselves. A server with a folder of its own has to be \
                given the file before this is run elsewhere. Run it again, after all servers have seen the new key, \
                before the old one's file is taken away.
                """)

        @Flag(help: "Take away the files of master keys that nothing is wrapped by any more.")
        var removeUnused = false
        @OptionGroup var database: DatabaseOptions
        @OptionGroup var keys: KeyOptions

        func run() async throws {
            let report = try await Maintenance.rotateMasterKey(
                try database.resolved(), keys: keys.resolved, day: today(), removesUnused: removeUnused)
            print("\(report.rewrapped) keys are wrapped by master key \(report.added)")
            for line in report.damaged { print(line) }
            for name in report.unused {
                print("master key \(name) is \(removeUnused ? "gone" : "not used any more")")
            }
            if !report.damaged.isEmpty { throw ExitCode.failure }
        }
    }
}
