import ClinicServer
import EventChain
import EventLoop
import Foundation
import Identity
import PostgresClient

extension Installation {
    package struct ChainVerificationReport: Sendable {
        package let clinics: Int
        package let events: Int64
        /// The number of events that were not verified, since they are not in the hash chain yet.
        package let unchained: Int64
        /// The number of signed heads that agree with the hash chains and the record chains.
        package let heads: Int
        /// The first contradictions found in each clinic's hash chain and in the record chains, one line each.
        package let findings: [String]
        /// The number of contradictions that were found beyond those in `findings`.
        package let further: Int
        /// The number of lines in the files of signed heads that cannot be read.
        package let unreadableLines: Int

        package var isWhole: Bool { findings.isEmpty && further == 0 }

        /// The report of a verification of hash chains and record chains.
        ///
        /// - Parameter records: the report about the record chains; `nil` if they were not verified.
        fileprivate init(_ report: ChainReport, _ records: RecordVerification.Report?, unreadableLines: Int) {
            clinics = report.clinics
            events = report.events
            unchained = report.unchained
            heads = report.heads + (records?.heads ?? 0)
            findings = report.findings.map { "\($0)" } + (records?.findings ?? [])
            further = report.further + (records?.further ?? 0)
            self.unreadableLines = unreadableLines
        }
    }

    /// Verifies the hash chains of the database.
    ///
    /// - Parameters:
    ///   - heads: the folder of signed heads.
    ///   - progress: receives the number of verified events and the number of all events.
    package func verifyChain(
        heads: String?, progress: @escaping @Sendable (Int64, Int64) -> Void = { _, _ in }
    ) async throws -> ChainVerificationReport {
        let kept = try Self.kept(heads, keys)
        return try await Maintenance.onOwnLoop { loop in
            let events = try await ChainVerification(
                heads: kept.heads(of: .events), keys: kept.keys, progress: progress
            ).run(postgres, on: loop)
            let records = try await RecordVerification(heads: kept.heads(of: .records), keys: kept.keys)
                .run(postgres, on: loop)
            return ChainVerificationReport(events, records, unreadableLines: kept.unreadableLines)
        }
    }

    /// Verifies the hash chain of a file that `Maintenance.exportEvents` wrote. This works on any machine, without the
    /// database.
    ///
    /// - Parameter keys: the server's key folder, if available.
    package static func verifyChain(
        export: String, heads: String?, keys: String, progress: (Int64, Int64) -> Void
    ) throws -> ChainVerificationReport {
        let kept = try kept(heads, keys)
        var check = ChainCheck(heads: kept.heads(of: .events), keys: kept.keys)
        var number = 0
        try LineFile(path: export).forEachLine(progress: progress) { line in
            number += 1
            guard let event = try? ExportedEvent(line: line) else { throw MalformedExport(path: export, line: number) }
            check.event(EventFrame(event.columns), stored: event.hash)
        }
        check.finishAll()
        return ChainVerificationReport(check.report, nil, unreadableLines: kept.unreadableLines)
    }

    private static func kept(_ heads: String?, _ keys: String) throws -> HeadFolder.Contents {
        var kept = try heads.map { try HeadFolder(path: $0).read() } ?? HeadFolder.Contents()
        // If the server's own chain keys are available, keys of the same names from the folder of signed heads are
        // ignored.
        if let own = try? ChainKeys(KeyFolder(path: keys)) { kept.keys.keys.merge(own.ring.keys) { $1 } }
        return kept
    }

    struct MalformedExport: Error, CustomStringConvertible {
        let path: String
        let line: Int
        var description: String { "line \(line) of \(path) is not an event" }
    }
}
