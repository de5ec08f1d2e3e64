import EventSourcing
import EventStore
import SQL

extension DocumentSchema {
    /// A statement that copies documents from a binary COPY into the projection's table, or another table with the same
    /// columns.
    func copyIn(into table: Identifier) -> Statement {
        "COPY \(table) (\(columnList)) FROM STDIN (FORMAT binary)"
    }

    /// A statement that reads the documents of the clinic that the setting `chairside.clinic` names, in no particular
    /// order.
    var copyOut: Statement {
        """
        COPY (
            SELECT \(columnList) FROM \(name) WHERE clinic_id = current_setting('chairside.clinic')::uuid
        ) TO STDOUT (FORMAT binary)
        """
    }
}
