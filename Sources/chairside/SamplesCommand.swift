import ArgumentParser
import ClinicOperations
import Foundation

struct SamplesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "samples", abstract: "Health samples of a person.", subcommands: [Export.self])

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Print all health samples of a person.",
            discussion: """
                The output is CSV with semicolons between the fields, or a JSON array. Samples of types that the \
                person has not enabled are printed too. The person can see the export in their list of device events.
                """)

        enum Format: String, ExpressibleByArgument, CaseIterable { case csv, json }

        @Option(help: "The e-mail address or the id of the person's account.") var account: String
        @Option(help: "The form of the output.") var format = Format.csv
        @OptionGroup var installation: InstallationOptions

        func run() async throws {
            try await installation.resolved().exportSamples(of: account, as: format == .csv ? .csv : .json) { bytes in
                try FileHandle.standardOutput.write(contentsOf: Data(bytes))
            }
        }
    }
}
