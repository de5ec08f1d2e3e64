import ClinicServer
import EventChain
import EventLoop
import EventSourcing
import Identifiers
import PostgresClient
import SQL

/// Compares the access log, the security log, credentials and stored answers with the record chains and with their
/// signed heads, and credentials with the records of their changes. The verification changes nothing. It runs no function,
/// view or operator of the database: it reads plain columns, and computes all digests and hashes itself.
///
/// The connection must have the role of the tables' owner.
struct RecordVerification: Sendable {
    /// Reads the signed heads of the record chains in the outside folder.
    let outside: OutsideHeads
    let keys: ChainKeyRing
    /// The number of signed heads in a page, which is the unit of sorting; at most four pages are in memory.
    let headsInPage: Int

    struct Report: Sendable {
        /// The contradictions found between record chains, rows and signed heads, one line each. A line contains ids
        /// but no values, since values may be personal.
        var findings: [String] = []
        /// The number of contradictions that were found beyond those in `findings`.
        var further = 0
        /// The number of signed heads that agree with the record chains.
        var heads = 0
        /// The number of lines in the outside folder that cannot be read as signed heads.
        var unreadableLines = 0
    }

    func run(_ configuration: PostgresConfiguration, on loop: EventLoop) async throws -> Report {
        var patient = configuration
        patient.statementTimeout = .zero
        patient.deadline = .seconds(86_400)
        patient.searchPath = .onlyCatalogue
        let settings = patient
        return try await loop.run {
            // The signed heads in the outside folder are read before the transaction's snapshot is taken. Otherwise
            // there could be heads among them that were signed after the snapshot, for segments that it does not
            // contain.
            let sorter = HeadSorter(keys: keys, headsInPage: headsInPage)
            try sorter.addAll(outside)
            let connection = try await PostgresConnection.connect(settings, on: loop)
            defer { connection.close() }
            _ = try await connection.perform("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", effect: .reads)
            var report = Report()
            report.unreadableLines = sorter.unreadableLines
            var walk = RecordWalk(connection, at: .now)
            try await walk.run()
            for source in CredentialSource.all {
                var list = FindingList()
                try await CredentialVerification(connection: connection, source: source).run { list.note($0, $1) }
                walk.findings.append(list)
            }
            for list in walk.findings {
                report.findings += list.lines
                report.further += list.further
            }
            try await sorter.addStored(.records, from: connection) { .recordHeads(after: $0, $1, limit: $2) }
            try await look(at: sorter.sorted(), on: connection, &report)
            return report
        }
    }

    /// The maximum number of signed heads that are listed for each clinic because they are not accepted.
    private static let mostRefused = 20

    /// Compares the record chains with their signed heads. Reports the first signed head of each clinic that
    /// contradicts the clinic's record chain.
    private func look(at heads: SortedHeads, on connection: PostgresConnection, _ report: inout Report) async throws {
        var contradicted: Set<UUIDBytes> = []
        var refused: [UUIDBytes: Int] = [:]
        for start in stride(from: 0, to: heads.count, by: 1_000) {
            let page = try heads.heads(start..<min(start + 1_000, heads.count))
            let rows = try await connection.perform(.recordHashes(at: page), effect: .reads)
            for (head, row) in zip(page, rows) {
                if let reason = head.objection {
                    refused[head.clinic, default: 0] += 1
                    guard refused[head.clinic, default: 0] <= Self.mostRefused else {
                        report.further += 1
                        continue
                    }
                    report.findings.append(
                        "clinic \(head.clinic): the head at record segment \(head.position) does not count: \(reason)")
                } else if try row.optionalBytes(0).flatMap({ ChainHash(bytes: $0) }) == head.hash {
                    report.heads += 1
                } else if contradicted.insert(head.clinic).inserted {
                    let isThere = try row.optionalBytes(0) != nil
                    report.findings.append(
                        "clinic \(head.clinic): record segment \(head.position) \(isThere ? "was rewritten" : "is missing"): "
                            + "its head was signed at \(head.signedAt)")
                } else {
                    report.further += 1
                }
            }
        }
    }
}

extension Statement {
    /// A statement that selects a page of `record_head`, the table of the record chains' signed heads, in the order of
    /// clinics and numbers. The page begins after the given clinic and number.
    fileprivate static func recordHeads(after clinic: UUIDBytes, _ number: Int64, limit: Int64) -> Statement {
        """
        SELECT clinic_id, number, hash, signed_at, key_id, signature FROM ONLY public.record_head
        WHERE (clinic_id, number) > (\(clinic), \(number))
        ORDER BY clinic_id, number LIMIT \(limit)
        """
    }

    /// A statement that selects, for each signed head, the hash of the segment of the record chain that it signs; NULL
    /// if the segment is missing.
    fileprivate static func recordHashes(at heads: ArraySlice<CheckedHead>) -> Statement {
        """
        SELECT s.hash
        FROM unnest(\(heads.map(\.clinic)), \(heads.map(\.position))) WITH ORDINALITY AS h(clinic_id, number, n)
        LEFT JOIN ONLY public.record_segment AS s USING (clinic_id, number)
        ORDER BY h.n
        """
    }
}
