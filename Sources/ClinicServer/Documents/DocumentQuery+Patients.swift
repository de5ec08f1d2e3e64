import Clinic
import Identifiers
import PostgresClient

extension DocumentQuery {
    /// The patients whose data is in the given rows, each once.
    func patients(in rows: some Sequence<Row>) throws(PostgresError) -> [UUIDBytes] {
        switch shows {
        case .nobodys: return []
        case .only(let patient): return rows.contains { _ in true } ? [patient.uuid] : []
        case .inLastColumn, .withLastColumn:
            var patients: Set<UUIDBytes> = []
            if case .withLastColumn(let patient) = shows { patients.insert(patient.uuid) }
            for row in rows {
                if let patient = try row.optionalUUID(row.columns - 1) { patients.insert(patient) }
            }
            return Array(patients)
        }
    }
}
