import ArgumentParser
import ClinicOperations

struct Verify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract:
            "Check the database against its events, or its history against the chain; exit code 1 on a difference.",
        discussion: """
            Positions stand without gaps, every event has its tags and no others, every event can be read, and every \
            document is what its events fold to, byte for byte.

            With --chain: every event is the one that was chained, to the byte, none is missing, and no head that was \
            signed says otherwise.
            """)

    @Flag(help: "Go along the chain of hashes instead.")
    var chain = false
    @Option(help: "With --chain: the folder in which signed heads were kept; else CHAIRSIDE_CHAIN_HEADS.")
    var heads: String?
    @Option(name: .customLong("from"), help: "With --chain: a file of `chairside export`, instead of the database.")
    var export: String?
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var keys: KeyOptions

    func validate() throws {
        guard chain || (heads == nil && export == nil) else {
            throw ValidationError("--heads and --from go with --chain")
        }
    }

    func run() async throws {
        if chain { return try await verifyChain() }
        let report = try await Maintenance.verify(try database.resolved(), keys: keys.resolved) {
            showProgress("verify", $0, $1)
        }
        for difference in report.differences { print(difference) }
        print("\(report.events) events of \(report.clinics) clinics: \(report.differences.count) differences")
        if !report.differences.isEmpty { throw ExitCode.failure }
    }

    private func verifyChain() async throws {
        let heads = heads ?? environment(.chainHeads)
        let report =
            if let export {
                try Maintenance.verifyChain(export: export, heads: heads, keys: keys.resolved) {
                    showProgress("verify", $0, $1)
                }
            } else {
                try await Maintenance.verifyChain(try database.resolved(), heads: heads, keys: keys.resolved) {
                    showProgress("verify", $0, $1)
                }
            }
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
