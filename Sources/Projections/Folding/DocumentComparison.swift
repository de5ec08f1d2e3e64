import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import SQL

/// Reads a table's rows and the folded documents side by side, both in the order of their keys, and finds the
/// differences.
struct DocumentComparison {
    enum Finding {
        /// The folded documents include one that the table does not have.
        case missing
        case superfluous
        /// The stored document differs from the folded one, byte for byte.
        case document
        /// A column of the row other than the one with the document's JSON differs from its expected value.
        case column
    }

    private let expected: DocumentRows
    private let keyType: ColumnType
    private var next = 0
    private var began = false
    private(set) var findings: [(key: DocumentKey, finding: Finding)] = []

    init(_ expected: DocumentRows, _ keyType: ColumnType) {
        self.expected = expected
        self.keyType = keyType
    }

    /// Compares the next rows of a read model's table with the folded documents.
    ///
    /// - Parameter piece: a part of a binary COPY that ends at the end of a row.
    mutating func take(_ piece: [UInt8]) throws(PostgresError) {
        var offset = began ? 0 : BinaryRows.headerLength
        began = true
        while offset < piece.count {
            if next < expected.keys.count, expected.stands(next, in: piece, at: offset) {
                offset += expected.length(next)
                next += 1
            } else {
                guard let row = BinaryRow(in: piece, at: offset) else { return }
                try settle(row, of: piece)
                offset = row.end
            }
        }
    }

    /// Ends the comparison after the table's last row: the folded documents that no row has matched are missing in the
    /// table.
    mutating func finish() {
        for key in expected.keys[next...] { findings.append((key, .missing)) }
        next = expected.keys.count
    }

    private mutating func settle(_ row: BinaryRow, of piece: [UInt8]) throws(PostgresError) {
        guard row.fields.count > 2, let bytes = row.fields[1].map({ piece[$0] }) else {
            throw .protocolViolation("a document without a key")
        }
        while next < expected.keys.count {
            guard let ours = expected.field(1, of: next) else { break }
            if bytes.lexicographicallyPrecedes(ours) { break }
            let key = expected.keys[next]
            next += 1
            guard bytes.elementsEqual(ours) else {
                findings.append((key, .missing))
                continue
            }
            let isSame = row.fields[2].map { piece[$0] } == expected.field(2, of: next - 1)
            findings.append((key, isSame ? .column : .document))
            return
        }
        findings.append((try key(bytes), .superfluous))
    }

    private func key(_ bytes: ArraySlice<UInt8>) throws(PostgresError) -> DocumentKey {
        guard keyType == .uuid else { return .text(String(decoding: bytes, as: UTF8.self)) }
        guard let id = UUIDBytes(bytes: bytes) else { throw .protocolViolation("a key that is no uuid") }
        return .id(id)
    }
}

extension PostgresConnection {
    /// The differences between a clinic's stored and expected documents, in the order of their keys.
    func differences(
        in schema: DocumentSchema, of clinic: UUIDBytes, from expected: DocumentRows
    ) async throws -> [(key: DocumentKey, finding: DocumentComparison.Finding)] {
        // A COPY statement accepts no parameters, so a setting of the session names the clinic.
        _ = try await perform("SELECT set_config('chairside.clinic', \(clinic.text), false)", effect: .reads)
        var comparison = DocumentComparison(expected, schema.table.keyType)
        try await copyOut(schema.copyOut) { piece in try comparison.take(piece) }
        comparison.finish()
        return comparison.findings
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
