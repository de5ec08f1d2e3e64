import Identifiers
import PostgresClient
import SQL

/// The names of clinics, whose words add little weight to the passwords of their members.
enum ClinicNames {
    static func of(_ clinic: UUIDBytes) -> Statement {
        "SELECT document -> 'profile' ->> 'name' FROM clinic_profile WHERE clinic_id = \(clinic)"
    }

    static func of(account: UUIDBytes) -> Statement {
        """
        SELECT document -> 'profile' ->> 'name' FROM clinic_profile JOIN membership USING (clinic_id)
        WHERE account_id = \(account) AND ended_at IS NULL
        """
    }

    static func read(_ rows: Rows) throws(PostgresError) -> [String] {
        var names: [String] = []
        for row in rows { if let name = try row.optionalText(0) { names.append(name) } }
        return names
    }
}
