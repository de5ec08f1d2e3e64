import Endpoints
import EventSourcing
import Identifiers
import SQL

/// The SQL of queries for the entries of one kind in patients' charts.
enum ChartQueries {
    /// The query for a page of the entries of a patient, the latest first. The list includes the entries of the record
    /// that was merged into the patient's record.
    ///
    /// - Parameters:
    ///   - status: the status of the listed entries; `nil` for every status except "entered in error".
    ///   - filter: the SQL condition on a row `e` under which the caller may see the row.
    static func list<Entries: ChartProjection>(
        _: Entries.Type, of patient: ID<Patient>, in clinic: UUIDBytes, _ page: Page, _ status: ChartEntryStatus?,
        where filter: Statement
    ) -> DocumentQuery {
        let key = Identifier(Entries.table.keyColumn.text)
        let before: Statement = page.after.map { "AND e.\(key) < \($0.values[0])::text::uuid" as Statement } ?? ""
        let only: Statement =
            status.map { "e.status = \($0.rawValue)" as Statement } ?? "e.status <> 'entered_in_error'"
        return DocumentQuery(
            """
            SELECT e.document, e.\(key)::text, e.patient_id FROM \(Identifier(Entries.table.name.text)) AS e
            WHERE e.clinic_id = \(clinic) AND \(PersonRecords.has("e.patient_id", of: patient, in: clinic))
                AND \(filter) AND \(only) \(before)
            ORDER BY e.\(key) DESC LIMIT \(page.limit + 1)
            """, shape: .page(limit: page.limit, cursorColumns: 1), shows: .inLastColumn)
    }

    /// The query for one entry of a patient's chart.
    ///
    /// - Parameter filter: the SQL condition on the row `e` under which the caller may see the row.
    static func one<Entries: ChartProjection>(
        _: Entries.Type, _ id: UUIDBytes, in clinic: UUIDBytes, where filter: Statement
    ) -> DocumentQuery {
        DocumentQuery(
            """
            SELECT e.document, e.patient_id FROM \(Identifier(Entries.table.name.text)) AS e
            WHERE e.clinic_id = \(clinic) AND e.\(Identifier(Entries.table.keyColumn.text)) = \(id) AND \(filter)
            """, shape: .one, shows: .inLastColumn)
    }
}
