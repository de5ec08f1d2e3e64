import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import SQL

/// Compares a table's rows, in any order, with the folded documents, and finds the differences.
struct DocumentComparison {
    enum Finding {
        /// The folded documents include one that the read model's table does not have.
        case missing
        case superfluous
        /// The stored document differs from the folded one, byte for byte.
        case document
        /// A column of the document's row other than the one with the JSON differs from its expected value.
        case column
    }

    private let expected: FoldedDocuments
    private let keyType: ColumnType
    private let limit: Int
    private var began = false
    /// The number of folded documents that were compared with their row in the table, or are known to have no row.
    private var settled = 0
    private(set) var findings: [(key: DocumentKey, finding: Finding)] = []

    /// Creates a comparison.
    ///
    /// - Parameter limit: the maximum number of findings. After them, no more differences are searched for.
    init(_ expected: FoldedDocuments, _ keyType: ColumnType, limit: Int) {
        self.expected = expected
        self.keyType = keyType
        self.limit = limit
    }

    /// Whether some folded documents were neither compared with their row nor recorded as missing. If all rows of the
    /// table have been compared, these documents are the missing ones, and are still to be passed to `miss`.
    var isIncomplete: Bool { settled < expected.count }
    /// Whether the comparison of documents has reached its maximum number of findings.
    var isFull: Bool { findings.count >= limit }

    /// Compares the next rows of a read model's table with the folded documents.
    ///
    /// - Parameter piece: a part of a binary COPY that ends at the end of a row.
    mutating func take(_ piece: [UInt8]) throws(PostgresError) {
        var offset = began ? 0 : BinaryRows.headerLength
        began = true
        while !isFull, let row = BinaryRow(in: piece, at: offset) {
            try compare(row, in: piece, at: offset)
            offset = row.end
        }
    }

    /// Records that folded documents have no row in the table.
    mutating func miss(_ keys: some Sequence<DocumentKey>) {
        for key in keys where !isFull {
            findings.append((key, .missing))
            settled += 1
        }
    }

    private mutating func compare(_ row: BinaryRow, in piece: [UInt8], at offset: Int) throws(PostgresError) {
        guard row.fields.count > 2, let bytes = row.fields[1].map({ piece[$0] }) else {
            throw .protocolViolation("a document without a key")
        }
        let key = try key(bytes)
        guard let document = expected.row(key) else { return findings.append((key, .superfluous)) }
        settled += 1
        var ours = BinaryRows()
        ours.append(document.copied(in: expected.clinic))
        if ours.stands(0, in: piece, at: offset) { return }
        let isSame = row.fields[2].map { piece[$0] } == ours.field(2, of: 0)
        findings.append((key, isSame ? .column : .document))
    }

    private func key(_ bytes: ArraySlice<UInt8>) throws(PostgresError) -> DocumentKey {
        guard keyType == .uuid else { return .text(String(decoding: bytes, as: UTF8.self)) }
        guard let id = UUIDBytes(bytes: bytes) else { throw .protocolViolation("a key that is no uuid") }
        return .id(id)
    }
}

extension PostgresConnection {
    /// The differences between a clinic's stored and expected documents, in the order of their keys.
    ///
    /// - Parameter limit: the maximum number of differences that are searched for.
    func differences(
        in schema: DocumentSchema, of clinic: UUIDBytes, from expected: FoldedDocuments, limit: Int
    ) async throws -> [(key: DocumentKey, finding: DocumentComparison.Finding)] {
        guard limit > 0 else { return [] }
        // A COPY statement accepts no parameters, so a setting of the session names the clinic.
        _ = try await perform("SELECT set_config('chairside.clinic', \(clinic.text), false)", effect: .reads)
        var comparison = DocumentComparison(expected, schema.table.keyType, limit: limit)
        try await copyOut(schema.copyOut) { piece in try comparison.take(piece) }
        // The compared rows do not tell which documents are missing, so the table is searched for the key of each
        // document.
        let next = expected.keys()
        while comparison.isIncomplete, !comparison.isFull {
            let keys = next()
            if keys.isEmpty { break }
            let wanted = keys.map { InClinic(clinic: clinic, value: $0) }
            let found = try await perform(schema.select(wanted), effect: .reads)
            let present = Set(try found.map { row throws(PostgresError) in Int(try row.int64(0)) - 1 })
            comparison.miss(keys.indices.filter { !present.contains($0) }.map { keys[$0] })
        }
        try expected.check()
        return comparison.findings.sorted { $0.key.precedes($1.key) }
    }
}

extension DocumentKey {
    var text: String {
        switch self {
        case .id(let id): id.text
        case .text(let text): text
        }
    }
}
