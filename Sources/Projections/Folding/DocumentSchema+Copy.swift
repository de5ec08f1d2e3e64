import EventSourcing
import EventStore
import SQL

extension DocumentSchema {
    /// A statement that copies `DocumentRows` into the projection's table, or another table with the same columns.
    func copyIn(into table: Identifier) -> Statement {
        "COPY \(table) (\(columnList)) FROM STDIN (FORMAT binary)"
    }

    /// A statement that reads the documents of the clinic that the setting `chairside.clinic` names, in the order of
    /// their keys' bytes.
    var copyOut: Statement {
        let collation: Statement = table.keyType == .uuid ? "" : " COLLATE \(Identifier("C"))"
        return """
            COPY (
                SELECT \(columnList) FROM \(name)
                WHERE clinic_id = current_setting('chairside.clinic')::uuid
                ORDER BY \(key)\(collation)
            ) TO STDOUT (FORMAT binary)
            """
    }
}
