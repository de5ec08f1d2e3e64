import EventSourcing
import Identifiers
import SQL

/// The table of a projection, and the names and types that its statements use, computed once.
package struct DocumentSchema: Sendable {
    package let table: DocumentTable
    package let name: Identifier
    package let key: Identifier
    package let columns: [Identifier]
    package let columnTypes: [BindType]

    package init(_ projection: AnyProjection<some DomainEvent>) {
        table = projection.table
        name = Identifier(table.name.text)
        key = Identifier(table.keyColumn.text)
        columns = projection.columns.map { Identifier($0.name.text) }
        columnTypes = projection.columns.map(\.type.bindType)
    }

    /// A statement that selects the documents with the given keys, each with the index of its key from 1. Keys without
    /// a document are left out.
    package func select(_ keys: [InClinic<DocumentKey>]) -> Statement {
        """
        SELECT wanted.index, d.document
        FROM unnest(\(keys.map { $0.clinic }), \(keyArray(keys.map { $0.value }))) WITH ORDINALITY AS wanted (clinic_id, key, index)
        CROSS JOIN LATERAL (
            SELECT document FROM \(name) AS d
            WHERE d.clinic_id = wanted.clinic_id AND d.\(key) = wanted.key
            LIMIT 1
        ) AS d
        """
    }

    package func upsert(_ rows: [InClinic<DocumentRow>]) -> Statement {
        """
        \(insert(rows))
        ON CONFLICT (clinic_id, \(key)) DO UPDATE SET document = EXCLUDED.document\(
            columns.map { ", \($0) = EXCLUDED.\($0)" as Statement }.joined(separator: ""))
        """
    }

    /// A statement that inserts documents that do not exist yet, which takes PostgreSQL a third less time than an
    /// upsert.
    package func insert(_ rows: [InClinic<DocumentRow>]) -> Statement {
        let columnArrays = columns.indices.map { column -> Statement in
            ", \(Bind.array(EncodedArray(rows.map { $0.value.columns[column] }, element: columnTypes[column])))"
        }
        let documents = rows.map { JSONText($0.value.document) }
        return """
            INSERT INTO \(name) (\(columnList))
            SELECT * FROM unnest(\(rows.map { $0.clinic }), \(keyArray(rows.map { $0.value.key })), \(documents)\(
                columnArrays.joined(separator: "")))
            """
    }

    package func delete(_ keys: [InClinic<DocumentKey>]) -> Statement { delete(keys, from: name) }

    /// A statement that deletes documents.
    ///
    /// - Parameter table: the projection's own table, or another one with the same columns.
    package func delete(_ keys: [InClinic<DocumentKey>], from table: Identifier) -> Statement {
        """
        DELETE FROM \(table) AS d
        USING unnest(\(keys.map(\.clinic)), \(keyArray(keys.map(\.value)))) AS gone (clinic_id, key)
        WHERE d.clinic_id = gone.clinic_id AND d.\(key) = gone.key
        """
    }

    /// The column names of a projection's table, as a list for SQL: `clinic_id`, the key, `document`, and the
    /// projection's own columns.
    package var columnList: Statement {
        let own = columns.map { ", \($0)" as Statement }.joined(separator: "")
        return "clinic_id, \(key), document\(own)"
    }

    private func keyArray(_ keys: [DocumentKey]) -> Bind {
        .array(EncodedArray(keys.map(\.bind), element: table.keyType.bindType))
    }
}

extension DocumentKey {
    package var bind: Bind {
        switch self {
        case .id(let id): .uuid(id)
        case .text(let text): .text(text)
        }
    }
}

extension ColumnType {
    var bindType: BindType {
        switch self {
        case .uuid: .uuid
        case .text: .text
        case .bigint: .int64
        case .boolean: .bool
        case .date: .date
        case .timestamptz: .timestamptz
        case .json: .json
        }
    }
}
