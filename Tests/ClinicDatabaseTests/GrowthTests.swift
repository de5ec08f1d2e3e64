import PostgresClient
import SQL
import TestSupport
import Testing

/// Tests that the schema allows clinics to be distributed over several PostgreSQL servers, each with all data of its
/// clinics (`ops/decisions/0081-no-partitions.md`).
@Suite(.database(.clinic)) struct GrowthTests {
    /// Tables about people, whose accounts may belong to several clinics. A distributed PostgreSQL would keep these
    /// tables on every server.
    private static let ofPeople: Set<String> = [
        "account", "attempt_count", "booking_request", "compromised_device", "contact_consent",
        "contact_refusal", "device_event",
        "device_pin",
        "device_report",
        "health_account", "health_consent", "health_sample",
        "mail_outbox", "one_time_token", "paired_client", "pairing_code", "recovery_code",
        "second_factor", "session", "tablet", "user_device", "vault_account", "vault_device", "vault_entity",
        "vault_key",
        "vault_unsettled", "vault_version",
    ]
    /// Tables about the database or its servers, not about a clinic.
    private static let ofTheDatabase: Set<String> = [
        "audit_pruning", "behind_lease", "behind_node", "role_right", "schema_migration", "server_heartbeat",
    ]

    private func names(_ statement: Statement) async throws -> [String] {
        try await TestDatabase.current.withConnection { connection in
            try await connection.perform(statement, effect: .reads).map { try $0.text(0) }
        }
    }

    @Test func `every unique key of a table with clinic data begins with the clinic's id`() async throws {
        let keys = try await names(
            """
            SELECT c.relname || ' ' || i.relname || ' ' || (
                SELECT attname FROM pg_attribute WHERE attrelid = c.oid AND attnum = x.indkey[0])
            FROM pg_index AS x JOIN pg_class AS c ON c.oid = x.indrelid JOIN pg_class AS i ON i.oid = x.indexrelid
            JOIN pg_namespace AS n ON n.oid = c.relnamespace
            WHERE n.nspname = 'public' AND x.indisunique ORDER BY 1
            """)
        var seen: Set<String> = []
        for key in keys {
            let parts = key.split(separator: " ").map(String.init)
            seen.insert(parts[0])
            if Self.ofPeople.contains(parts[0]) || Self.ofTheDatabase.contains(parts[0]) { continue }
            #expect(parts[2] == "clinic_id", "\(key)")
        }
        #expect(seen.count > 25)
        #expect(Self.ofPeople.isSubset(of: seen))
    }

    @Test func `every foreign key of a table with clinic data, except the table membership, includes the clinic's id`()
        async throws
    {
        let references = try await names(
            """
            SELECT k.conrelid::regclass || ' ' || k.conname FROM pg_constraint AS k
            JOIN pg_namespace AS n ON n.oid = k.connamespace
            WHERE n.nspname = 'public' AND k.contype = 'f' AND NOT EXISTS (
                SELECT FROM unnest(k.conkey) AS number JOIN pg_attribute AS a
                    ON a.attrelid = k.conrelid AND a.attnum = number AND a.attname = 'clinic_id')
            """)
        for reference in references {
            let table = String(reference.prefix { $0 != " " })
            #expect(Self.ofPeople.contains(table) || table == "membership", "\(reference)")
        }
    }
}
