import EventSourcing
import Identifiers
import SQL

/// A row of `patient_access`: an answer that showed patient data to a caller.
struct PatientAccess: Sendable {
    let clinic: UUIDBytes
    let id: UUIDBytes
    let at: Instant
    let account: UUIDBytes
    let subject: UUIDBytes
    let role: String
    let operation: String
    let patients: [UUIDBytes]
}

extension Statement {
    /// The statement that inserts access records. A repeated insertion has no effect.
    static func insertAccesses(_ accesses: [PatientAccess]) -> Statement {
        let shown = accesses.flatMap { access in access.patients.map { (access.id, $0) } }
        return """
            INSERT INTO patient_access (clinic_id, access_id, accessed_at, account_id, subject_id, role, operation, patients)
            SELECT a.*, s.patients
            FROM unnest(\(accesses.map(\.clinic)), \(accesses.map(\.id)), \(accesses.map(\.at)),
                        \(accesses.map(\.account)), \(accesses.map(\.subject)), \(accesses.map(\.role)),
                        \(accesses.map(\.operation)))
                AS a (clinic_id, access_id, accessed_at, account_id, subject_id, role, operation)
            JOIN (
                SELECT access_id, array_agg(patient_id) AS patients
                FROM unnest(\(shown.map(\.0)), \(shown.map(\.1))) AS one (access_id, patient_id)
                GROUP BY access_id
            ) AS s USING (access_id)
            ON CONFLICT DO NOTHING
            """
    }
}
