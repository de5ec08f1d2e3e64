import EventSourcing
import Identifiers
import SQL

/// A row of `patient_access`: an answer that showed patients' data to somebody.
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
    /// Written twice, it is there once.
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

    /// What has been kept as long as it must be, by PostgreSQL's clock, which it is kept by: who looked at patients' data,
    /// and what devices reported.
    static func deleteOldAudit(at now: Instant) -> [Statement] {
        [
            "DELETE FROM patient_access WHERE accessed_at <= least(now(), \(now)) - interval '6 years'",
            "DELETE FROM device_report WHERE reported_at <= least(now(), \(now)) - interval '90 days'",
        ]
    }

    /// A clinic's, the latest first.
    static func accesses(
        in clinic: UUIDBytes, to patient: UUIDBytes?, by account: UUIDBytes?, before last: UUIDBytes?, limit: Int
    ) -> Statement {
        let toPatient: Statement = patient.map { "AND patients @> ARRAY[\($0)]" as Statement } ?? ""
        let byAccount: Statement = account.map { "AND account_id = \($0)" as Statement } ?? ""
        let before: Statement = last.map { "AND access_id < \($0)" as Statement } ?? ""
        return """
            SELECT format(
                    '{"id":"%s","event_type":"patient-data-read","timestamp":"%s","detail":{"account_id":"%s","subject_id":"%s","role":"%s","operation":"%s","patient_ids":%s}}',
                    access_id, to_char(accessed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), account_id, subject_id,
                    role, operation, array_to_json(patients)),
                access_id::text
            FROM patient_access
            WHERE clinic_id = \(clinic) \(toPatient) \(byAccount) \(before)
            ORDER BY access_id DESC LIMIT \(Int64(limit + 1))
            """
    }
}
