import PostgresClient
import SQL

extension PostgresConnection {
    func appliedMigrations() async throws -> [AppliedMigration] {
        let rows = try await perform(
            ["SELECT number, name, checksum, oldest_program FROM schema_migration ORDER BY number"], effect: .reads)
        return try rows[0].map { row in
            AppliedMigration(
                number: Int(try row.int64(0)), name: try row.text(1), checksum: try row.bytes(2),
                oldestProgram: Int(try row.int64(3)))
        }
    }
}
