import Crypto
import PostgresClient
import SQL

/// One part of a schema as PostgreSQL's catalogue describes it, such as a trigger, the columns of a table, or the rights
/// on a function.
package struct SchemaEntry: Hashable, Sendable {
    /// The kind of the part, such as `trigger`.
    package let kind: String
    /// The table that the part belongs to; empty if it belongs to none.
    package let table: String
    package let name: String
    /// The digest of what the catalogue says of the part.
    package let digest: String

    package init(kind: String, table: String, name: String, digest: String) {
        self.kind = kind
        self.table = table
        self.name = name
        self.digest = digest
    }

    /// The line of the fixture for this part.
    package var line: String { [kind, table, name, digest].joined(separator: "\t") }

    package var title: String {
        [kind, name].filter { !$0.isEmpty }.joined(separator: " ") + (table.isEmpty ? "" : " of \(table)")
    }

    /// Reads all parts of the schema of a database. The statement uses nothing but PostgreSQL's own catalogue, so the
    /// connection must have `pg_catalog` alone in its search path.
    package static func all(on connection: PostgresConnection) async throws -> [SchemaEntry] {
        try await connection.perform(.schemaEntries, effect: .reads).map { row in
            let digest = SHA256.hash(data: Array(try row.text(3).utf8)).prefix(8)
            return SchemaEntry(
                kind: try row.text(0), table: try row.text(1), name: try row.text(2),
                digest: digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
        }.sorted { $0.line < $1.line }
    }
}
