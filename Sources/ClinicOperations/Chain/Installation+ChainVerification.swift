import ClinicServer
import EventChain
import EventLoop
import Foundation
import Identity
import Migrations
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
        /// The parts that an operator has added to the schema, one line each.
        package let notes: [String]

        package var isWhole: Bool { findings.isEmpty && further == 0 }

        /// The report of a verification of hash chains and record chains.
        ///
        /// - Parameters:
        ///   - records: the report about the record chains; `nil` if they were not verified.
        ///   - schema: the comparison of the schema with this release's; `nil` if there is no database.
        fileprivate init(
            _ report: ChainReport, _ records: RecordVerification.Report?, _ schema: SchemaComparison?,
            unreadableLines: Int
        ) {
            clinics = report.clinics
            events = report.events
            unchained = report.unchained
            heads = report.heads + (records?.heads ?? 0)
            findings = (schema?.findings ?? []) + report.findings.map { "\($0)" } + (records?.findings ?? [])
            notes = schema?.notes ?? []
            further = report.further + (records?.further ?? 0)
            self.unreadableLines = unreadableLines
        }
    }

    /// Verifies the hash chains of events and the record chains of the database.
    ///
    /// - Parameters:
    ///   - heads: the path of the outside folder with signed heads; `nil` to use only the signed heads in the database.
    ///   - headsInPage: the number of signed heads in a page, which is the unit of sorting; at most four pages are in
    ///     memory.
    ///   - progress: receives the number of verified events and the number of all events.
    package func verifyChain(
        heads: String?, headsInPage: Int = HeadSorter.usualPage,
        progress: @escaping @Sendable (Int64, Int64) -> Void = { _, _ in }
    ) async throws -> ChainVerificationReport {
        let folder = heads.map { HeadFolder(path: $0) }
        let ring = try Self.acceptedKeys(folder, keys)
        return try await Maintenance.onOwnLoop { loop in
            let events = try await ChainVerification(
                outside: Self.outsideHeads(.events, folder), keys: ring, headsInPage: headsInPage,
                progress: progress
            ).run(trustedPostgres, on: loop)
            // The accepted public keys are read again before the record chains are verified. A server may have begun to
            // sign with a new key while the hash chains of events were verified.
            let later = try Self.acceptedKeys(folder, keys)
            let schema = try await compareSchema(on: loop)
            let records = try await RecordVerification(
                outside: Self.outsideHeads(.records, folder), keys: later, headsInPage: headsInPage
            ).run(postgres, on: loop)
            return ChainVerificationReport(
                events, records, schema, unreadableLines: events.unreadableLines + records.unreadableLines)
        }
    }

    /// Verifies the hash chain of a file that `Maintenance.exportEvents` wrote. This works on any machine, without the
    /// database.
    ///
    /// - Parameter keys: the server's key folder, if available.
    package static func verifyChain(
        export: String, heads: String?, keys: String, progress: (Int64, Int64) -> Void
    ) throws -> ChainVerificationReport {
        let folder = heads.map { HeadFolder(path: $0) }
        let sorter = HeadSorter(keys: try acceptedKeys(folder, keys))
        try sorter.addAll(outsideHeads(.events, folder))
        var check = try ChainCheck(heads: sorter.sorted())
        var number = 0
        try LineFile(path: export).forEachLine(progress: progress) { line in
            number += 1
            guard let event = try? ExportedEvent(line: line) else { throw MalformedExport(path: export, line: number) }
            try check.event(EventFrame(event.columns), stored: event.hash)
        }
        check.finishAll()
        // Signed heads of record chains are not compared with an export, but unreadable lines in their files are
        // counted too.
        let inRecordHeads = try folder?.forEachHead(of: .records) { _ in } ?? 0
        return ChainVerificationReport(check.report, nil, nil, unreadableLines: sorter.unreadableLines + inRecordHeads)
    }

    /// The public keys whose signatures are accepted.
    private static func acceptedKeys(_ folder: HeadFolder?, _ keys: String) throws -> ChainKeyRing {
        var ring = try folder?.keys() ?? ChainKeyRing()
        // If the server's own chain keys are available, keys of the same names from the folder of signed heads are
        // ignored.
        if let own = try? ChainKeys(KeyFolder(path: keys)) { ring.keys.merge(own.ring.keys) { $1 } }
        return ring
    }

    private static func outsideHeads(_ subject: ChainSubject, _ folder: HeadFolder?) -> OutsideHeads {
        return { each in try folder?.forEachHead(of: subject, each) ?? 0 }
    }

    struct MalformedExport: Error, CustomStringConvertible {
        let path: String
        let line: Int
        var description: String { "line \(line) of \(path) is not an event" }
    }
}
