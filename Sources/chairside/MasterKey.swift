import ArgumentParser
import ClinicOperations

struct MasterKey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "master-key", abstract: "The key that persons' keys are wrapped with.", subcommands: [Rotate.self])

    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rotate",
            abstract: "Make a new master key and wrap every person's key with it. Events do not change.",
            discussion: """
                Servers that share the folder read the new key by themselves. Give the file to a server with its own \
                folder before you run this elsewhere. Run it again after all servers have read the new key, before \
                the old key's file is deleted.
                """)

        @Flag(help: "Delete the files of master keys that no person's key is wrapped with.")
        var removeUnused = false
        @OptionGroup var installation: InstallationOptions

        func run() async throws {
            let report = try await installation.resolved()
                .rotateMasterKey(day: today(), removesUnused: removeUnused)
            print("\(report.rewrapped) keys are wrapped by master key \(report.added)")
            for line in report.damaged { print(line) }
            for name in report.unused {
                print("master key \(name) is \(removeUnused ? "gone" : "not used any more")")
            }
            if !report.damaged.isEmpty { throw ExitCode.failure }
        }
    }
}
