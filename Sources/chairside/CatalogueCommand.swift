import ArgumentParser
import ClinicOperations

struct CatalogueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalogue", abstract: "The catalogue of drugs and studies.", subcommands: [Import.self])

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Make a catalogue of drugs from the files of an RxNorm release.",
            discussion: """
                Reads RXNCONSO.RRF, RXNREL.RRF and RXNSAT.RRF line by line. It keeps drugs for people that have an ATC \
                code, and takes the studies from the built-in catalogue. Serve the file with serve --catalogue. A later \
                import needs a later release, since apps ask for what has changed since theirs.
                """)

        @Option(help: "The folder rrf of an RxNorm release.") var rrf: String
        @Option(help: "The version of the new catalogue: a year and a number, such as 2026.2.") var release: String
        @Option(help: "The file to write.") var out: String

        func run() throws {
            let made = try CatalogueImport(from: rrf, version: release, to: out).run { _, _, _ in }
            print("\(made.drugs) drugs and \(made.studies) studies in \(out)")
        }
    }
}
