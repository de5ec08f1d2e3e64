public import EventSourcing
public import Identifiers
import PostgresClient
import SQL

/// An account's row in the table `health_account`: the key of the samples, the enabled types, and whether the samples
/// are locked.
struct HealthAccount: Sendable {
    let sealedKey: [UInt8]
    let enabledTypes: [HealthType]
    let isLocked: Bool

    init(_ row: Row) throws(PostgresError) {
        sealedKey = try row.bytes(0)
        // An unknown type of health samples was enabled by a server of a newer release. This server ignores it.
        enabledTypes = try row.texts(1).compactMap { HealthType(rawValue: $0) }
        isLocked = try row.bool(2)
    }

    static func find(_ account: UUIDBytes) -> Statement {
        "SELECT sealed_key, enabled_types, is_locked FROM health_account WHERE account_id = \(account)"
    }
}

extension Health {
    /// A person's settings for their health samples.
    ///
    /// - Parameter clinic: the clinic of a session with the role of a patient; `nil` for another session.
    public func settings(of account: UUIDBytes, in clinic: UUIDBytes?) async throws -> HealthSettings {
        let rows = try await pool.perform(
            [
                HealthAccount.find(account),
                "SELECT FROM health_consent WHERE account_id = \(account) AND clinic_id = \(clinic)",
            ], effect: .reads)
        let known = try rows[0].first.map { row throws(PostgresError) in try HealthAccount(row) }
        return HealthSettings(
            enabledTypes: known?.enabledTypes ?? [], isLocked: known?.isLocked ?? false,
            isSharedWithClinic: !rows[1].isEmpty)
    }

    /// Stores a person's settings. Samples of types that are no longer enabled are kept, but cannot be read.
    public func store(
        _ settings: HealthSettings, of account: UUIDBytes, in clinic: UUIDBytes?, at now: Instant
    ) async throws {
        let types = HealthType.allCases.filter { settings.enabledTypes.contains($0) }.map(\.rawValue)
        var statements = [
            try openAccount(account),
            """
            UPDATE health_account
            SET enabled_types = \(types), is_locked = \(settings.isLocked), version = version + 1
            WHERE account_id = \(account)
            """,
        ]
        if let clinic {
            statements.append(
                settings.isSharedWithClinic
                    ? """
                    INSERT INTO health_consent (account_id, clinic_id, agreed_at)
                    VALUES (\(account), \(clinic), \(now)) ON CONFLICT DO NOTHING
                    """ : "DELETE FROM health_consent WHERE account_id = \(account) AND clinic_id = \(clinic)")
        }
        _ = try await pool.perform(statements)
    }

    /// Removes all samples of an account and destroys their key. The person's settings do not change.
    public func removeSamples(of account: UUIDBytes) async throws {
        let key = try keys.wrap(SampleKey.newBytes(), account)
        _ = try await pool.perform([
            "UPDATE health_account SET sealed_key = \(key), samples = 0 WHERE account_id = \(account)",
            "DELETE FROM health_sample WHERE account_id = \(account)",
        ])
    }

    /// A statement that creates the row of an account for health samples, with a new key, unless the account has a row.
    func openAccount(_ account: UUIDBytes) throws -> Statement {
        let key = try keys.wrap(SampleKey.newBytes(), account)
        return """
            INSERT INTO health_account (account_id, sealed_key) VALUES (\(account), \(key))
            ON CONFLICT (account_id) DO NOTHING
            """
    }

    /// The key of an account's samples.
    ///
    /// - Throws: `HealthError.unreadable` if this server cannot decrypt the key.
    func key(_ sealed: [UInt8], of account: UUIDBytes) throws(HealthError) -> SampleKey {
        guard let bytes = keys.unwrap(sealed, account) else { throw .unreadable }
        return SampleKey(bytes, of: account)
    }
}
