import Clinic
import ClinicServer
import EventSourcing
import Identifiers
import Identity
import PostgresClient
import SQL

extension Installation {
    /// Erases clinical and financial texts whose retention period is over. It also deletes old rows of the access log
    /// and of the security log, old device reports and device events, and the content of former logos. It deletes
    /// sessions, paired clients and pairing codes that ended long ago, and the registrations of the sessions' devices.
    ///
    /// - Returns: the number of erased records; a patient's clinical and financial records are counted separately.
    package func expire(at now: Instant = .now) async throws -> Int {
        try await withServices { services in
            var count = 0
            for row in try await services.reads.perform(.oldRecords(at: now), effect: .reads) {
                let records: PatientRecordsErased.Records = try row.int64(2) == 2 ? .clinical : .financial
                let erase = EraseRecords(ID(try row.uuid(1)), records)
                // An error, such as the rejection that a patient's records must be kept longer, is ignored: the next
                // run of `chairside expire` checks these records again.
                let isErased = try? await services.run(erase, in: row.uuid(0), at: now)
                if isErased == true { count += 1 }
            }
            _ = try await services.reads.perform(Statement.deleteOldAudit(at: now) + [.deleteHiddenLogos()])
            try await services.identity.forgetSessions(at: now)
            return count
        }
    }
}

extension Statement {
    /// A statement that selects clinical and financial person keys by their age, if the retention period of the texts
    /// that they encrypt may be over.
    fileprivate static func oldRecords(at now: Instant) -> Statement {
        """
        SELECT clinic_id, person_id, retention::bigint FROM person_key
        WHERE retention <> 1 AND destroyed_at IS NULL AND created_at < \(now.adding(days: -EraseRecords.daysKept))
        ORDER BY clinic_id, person_id, retention
        """
    }

    /// The statements that delete rows whose retention period is over by PostgreSQL's clock: rows of the access log and
    /// the security log after six years, device reports and device events after 90 days. Each statement records its
    /// deletion in the table `audit_pruning`.
    fileprivate static func deleteOldAudit(at now: Instant) -> [Statement] {
        [
            prune("patient_access", "DELETE FROM patient_access WHERE accessed_at", keptFor: "6 years", at: now),
            prune("security_event", "DELETE FROM security_event WHERE at", keptFor: "6 years", at: now),
            prune("device_report", "DELETE FROM device_report WHERE reported_at", keptFor: "90 days", at: now),
            prune("device_event", "DELETE FROM device_event WHERE at", keptFor: "90 days", at: now),
        ]
    }

    private static func prune(
        _ table: String, _ delete: Statement, keptFor period: String, at now: Instant
    ) -> Statement {
        """
        WITH gone AS (\(delete) <= least(now(), \(now)) - \(period)::text::interval RETURNING 1)
        INSERT INTO audit_pruning (pruning_id, pruned_at, pruned_table, rows)
        SELECT gen_random_uuid(), now(), \(table), count(*) FROM gone HAVING count(*) > 0
        """
    }
}
