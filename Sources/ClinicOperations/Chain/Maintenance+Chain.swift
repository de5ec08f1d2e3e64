import ClinicServer
import EventChain
import EventLoop
import Foundation
import Identity
import PostgresClient

/// Verification of the hash chain, beside a server or on another machine.
extension Maintenance {
    package struct ChainVerificationReport: Sendable {
        package let clinics: Int
        package let events: Int64
        /// The number of events that are not chained yet and were not verified.
        package let unchained: Int64
        /// The number of signed heads that the chain agrees with.
        package let heads: Int
        /// The findings, a line each, the first of each clinic in order.
        package let findings: [String]
        /// The number of findings beyond those listed.
        package let further: Int
        /// The number of unreadable lines among the kept heads.
        package let unreadableLines: Int

        package var isWhole: Bool { findings.isEmpty && further == 0 }

        /// The report of a verification.
        ///
        /// - Parameter records: `nil` if the chain of records was not verified.
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

    /// Verifies the hash chains of a database.
    ///
    /// - Parameters:
    ///   - heads: the folder of signed heads.
    ///   - keys: the server's key folder, if available.
    package static func verifyChain(
        _ database: String, heads: String?, keys: String, progress: @escaping @Sendable (Int64, Int64) -> Void
    ) async throws -> ChainVerificationReport {
        let kept = try kept(heads, keys)
        return try await onOwnLoop { loop in
            let configuration = PostgresConfiguration(conninfo: database)
            let events = try await ChainVerification(
                heads: kept.heads(of: .events), keys: kept.keys, progress: progress
            )
            .run(configuration, on: loop)
            let records = try await RecordVerification(heads: kept.heads(of: .records), keys: kept.keys)
                .run(configuration, on: loop)
            return ChainVerificationReport(events, records, unreadableLines: kept.unreadableLines)
        }
    }

    /// Verifies the hash chain of a file written by `exportEvents`. No database is needed.
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

    /// Exports every event of a database, byte for byte, as JSON lines in the order of clinics and positions.
    ///
    /// - Returns: the number of events.
    package static func exportEvents(
        _ database: String, to path: String, progress: @escaping @Sendable (Int64, Int64) -> Void
    ) async throws -> Int64 {
        // The file holds everything that the database does, so only its owner may read it.
        guard
            FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
            let file = FileHandle(forWritingAtPath: path)
        else { throw LineFile.Unusable(description: "cannot write \(path)") }
        defer { try? file.close() }
        let count = try await onOwnLoop { loop in
            try await EventExport(progress: progress).run(PostgresConfiguration(conninfo: database), on: loop) {
                piece in
                try file.write(contentsOf: Data(piece))
            }
        }
        try file.synchronize()
        return count
    }

    private static func kept(_ heads: String?, _ keys: String) throws -> HeadFolder.Contents {
        var kept = try heads.map { try HeadFolder(path: $0).read() } ?? HeadFolder.Contents()
        // If the server's own keys are available, no other key counts under their names.
        if let own = try? ChainKeys(KeyFolder(path: keys)) { kept.keys.keys.merge(own.ring.keys) { $1 } }
        return kept
    }

    struct MalformedExport: Error, CustomStringConvertible {
        let path: String
        let line: Int
        var description: String { "line \(line) of \(path) is not an event" }
    }
}

/// A file that is read line by line, of any length.
private struct LineFile {
    let path: String

    struct Unusable: Error, CustomStringConvertible {
        let description: String
    }

    func forEachLine(progress: (Int64, Int64) -> Void, _ body: ([UInt8]) throws -> Void) throws {
        guard let file = FileHandle(forReadingAtPath: path) else { throw Unusable(description: "cannot read \(path)") }
        defer { try? file.close() }
        let all = Int64(try file.seekToEnd())
        try file.seek(toOffset: 0)
        var done: Int64 = 0
        var rest: [UInt8] = []
        while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
            rest += piece
            done += Int64(piece.count)
            var start = 0
            while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
                if end > start { try body(Array(rest[start..<end])) }
                start = end + 1
            }
            rest.removeFirst(start)
            progress(done, all)
        }
        if !rest.isEmpty { try body(rest) }
    }
}
