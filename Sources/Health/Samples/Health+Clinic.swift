public import Identifiers
import PostgresClient
import SQL

extension Health {
    /// Reads a patient's latest sample of each given type, for a clinic to which the patient has agreed to show the
    /// samples. Types that the patient has not enabled are left out.
    ///
    /// The caller must record the access in the clinic's access log.
    ///
    /// - Returns: an empty list if the patient has no login, has not agreed, or has locked the samples.
    public func latestSamples(
        of patient: UUIDBytes, in clinic: UUIDBytes, _ types: [HealthType]
    ) async throws -> [HealthSample] {
        let rows = try await pool.perform(
            """
            SELECT DISTINCT ON (latest.type) home.account_id, home.sealed_key, latest.*
            FROM membership AS m
            JOIN health_consent AS agreed ON agreed.account_id = m.account_id AND agreed.clinic_id = m.clinic_id
            JOIN health_account AS home ON home.account_id = m.account_id AND NOT home.is_locked
            CROSS JOIN unnest(\(types.map(\.rawValue))::text[]) AS wanted (type)
            CROSS JOIN LATERAL (
                SELECT sample_id, type, started_at, ended_at, sealed FROM health_sample AS s
                WHERE s.account_id = home.account_id AND s.type = wanted.type
                ORDER BY started_at DESC, sample_id DESC LIMIT 1) AS latest
            WHERE m.clinic_id = \(clinic) AND m.subject_id = \(patient) AND m.role = 'patient' AND m.ended_at IS NULL
                AND NOT m.awaits_owner
                AND wanted.type = ANY (home.enabled_types)
            ORDER BY latest.type, latest.started_at DESC
            """, effect: .reads)
        return try rows.map { row in
            try row.sample(with: key(row.bytes(1), of: row.uuid(0)), from: 2)
        }
    }
}
