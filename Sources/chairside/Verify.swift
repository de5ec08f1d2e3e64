import ArgumentParser
import ClinicOperations

struct Verify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract:
            "Compare the database with its events, or its events with the chain. Exit code 1 if they differ.",
        discussion: """
            Checks that positions have no gaps, that every event can be read and has exactly its tags, and that \
            every document equals the fold of its events, byte for byte. Tables, functions, triggers, policies and \
            rights must be those of this release; what an operator has added beside them is printed as a note. Then \
            takes on each of the servers' roles.

            With --chain: checks that every event equals the chained one, byte for byte, that none is missing, and \
            that all signed heads agree.
            """)

    @Flag(help: "Check the chain of hashes instead.")
    var chain = false
    @Option(help: "With --chain: the folder with the signed heads. The default is CHAIRSIDE_CHAIN_HEADS.")
    var heads: String?
    @Option(name: .customLong("from"), help: "With --chain: a file of `chairside export`, instead of the database.")
    var export: String?
    @OptionGroup var installation: InstallationOptions

    func validate() throws {
        guard chain || (heads == nil && export == nil) else {
            throw ValidationError("--heads and --from go with --chain")
        }
    }

    func run() async throws {
        Allocator.returnMemory()
        if chain { return try await verifyChain() }
        let installation = try installation.resolved()
        let report = try await installation.verify { showProgress("verify", $0, $1) }
        for note in report.notes { print("note: \(note)") }
        for difference in report.differences { print(difference) }
        print("\(report.events) events of \(report.clinics) clinics: \(report.differences.count) differences")
        try await installation.proveRoles()
        if !report.differences.isEmpty { throw ExitCode.failure }
    }

    private func verifyChain() async throws {
        let heads = heads ?? environment(.chainHeads)
        let report =
            if let export {
                try Installation.verifyChain(export: export, heads: heads, keys: installation.keys.resolved) {
                    showProgress("verify", $0, $1)
                }
            } else {
                try await installation.resolved().verifyChain(heads: heads) {
                    showProgress("verify", $0, $1)
                }
            }
        for note in report.notes { print("note: \(note)") }
        for finding in report.findings { print(finding) }
        if report.further > 0 { print("and \(report.further) more") }
        if report.unreadableLines > 0 { print("\(report.unreadableLines) lines among the kept heads cannot be read") }
        if report.unchained > 0 { print("\(report.unchained) events are not in the chain yet") }
        print(
            "\(report.events) events of \(report.clinics) clinics, \(report.heads) signed heads: "
                + "\(report.findings.count + report.further) differences")
        if !report.isWhole { throw ExitCode.failure }
    }
}
