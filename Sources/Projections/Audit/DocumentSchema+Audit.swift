import EventSourcing
import EventStore
import Identifiers
import SQL

extension DocumentSchema {
    /// A statement that compares the stored document with `row`, the folded one. It returns whether the document is
    /// equal byte for byte, and whether the other columns are equal. It returns no row if the document is not stored.
    func compare(_ row: DocumentRow?, under key: DocumentKey, in clinic: UUIDBytes) -> Statement {
        """
        SELECT \(row.map { "d.document::text = \(Bind.json($0.document))::text" as Statement } ?? "false"),
            \(row.map(areSame) ?? "false")
        FROM \(name) AS d WHERE d.clinic_id = \(clinic) AND d.\(self.key) = \(key.bind)
        """
    }

    private func areSame(_ row: DocumentRow) -> Statement {
        let pairs = zip(zip(columns, columnTypes), row.columns).map { column, value -> Statement in
            column.1 == .json
                ? "d.\(column.0)::text IS NOT DISTINCT FROM \(value)::text"
                : "d.\(column.0) IS NOT DISTINCT FROM \(value)"
        }
        return pairs.isEmpty ? "true" : pairs.joined(separator: " AND ")
    }

    /// A statement that selects a random document key of a clinic: one of the first 200 that are not below the given
    /// key.
    func anyKey(of clinic: UUIDBytes, from first: DocumentKey?) -> Statement {
        let range: Statement = first.map { "AND \(key) >= \($0.bind)" } ?? ""
        return """
            SELECT key FROM (
                SELECT \(key) AS key FROM \(name) WHERE clinic_id = \(clinic) \(range) ORDER BY \(key) LIMIT 200
            ) AS near
            ORDER BY random() LIMIT 1
            """
    }
}
