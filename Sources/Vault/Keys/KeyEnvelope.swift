import Endpoints
import EventSourcing
import Foundation
import Identifiers
import JSON
import PostgresClient
import SQL

/// The key envelope of an account: the key of the vault, encrypted by the client, so that the person's other devices
/// can read the vault. The server cannot decrypt it.
struct KeyEnvelope: Sendable {
    let id: UUIDBytes
    let version: Int64
    let envelope: String
    let changedAt: Instant

    static let codec = object(
        KeyEnvelope.init(id:version:envelope:changedAt:),
        field("id", \.id, .uuid.described("The account's id.")),
        field("version", \.version, .version),
        field("envelope", \.envelope, envelopeText),
        field("changed_at", \.changedAt, .rfc3339.described("When the envelope was stored, in UTC."))
    ).described("The encrypted key of the account's vault.").named("KeyEnvelope")

    fileprivate static let envelopeText = Codec<String>.string(
        min: 4, max: VaultLimits.envelope * 4 / 3 + 4, detail: "Base64 with padding, at most 4,096 bytes"
    ) { text in Data(base64Encoded: text).map { (1...VaultLimits.envelope).contains($0.count) } ?? false }
    .described(
        "The encrypted key in Base64 with padding (RFC 4648 §4), at most 4,096 bytes. The server cannot open it.")
}

/// The body of a request that stores a vault's key envelope.
struct KeyEnvelopeBody: Sendable {
    let envelope: String

    static let codec = object(
        KeyEnvelopeBody.init(envelope:), field("envelope", \.envelope, KeyEnvelope.envelopeText)
    ).described("The encrypted key to store.").named("KeyEnvelopeBody")
}

extension Vault {
    /// Reads the key envelope of the caller's vault.
    ///
    /// - Throws: 404 if the account has stored no key envelope.
    func keyEnvelope(of caller: Principal) async throws -> KeyEnvelope {
        let rows = try await pool.perform(
            """
            SELECT version, replace(encode(envelope, 'base64'), E'\\n', ''), changed_at
            FROM vault_key WHERE account_id = \(caller.account)
            """, effect: .reads)
        guard let row = rows.first else { throw Problem(.notFound) }
        return KeyEnvelope(
            id: caller.account, version: try row.int64(0), envelope: try row.text(1), changedAt: try row.instant(2))
    }

    /// Stores a key envelope, in place of the earlier one if there is one.
    ///
    /// - Throws: 412 if the stored envelope does not have the version that the client's preconditions name, also if a
    ///   second device stores an envelope at the same time.
    func store(
        _ body: KeyEnvelopeBody, by caller: Principal, under preconditions: Preconditions, at now: Instant
    ) async throws -> KeyEnvelope {
        let bytes = Data(base64Encoded: body.envelope).map { Array($0) } ?? []
        for _ in 0..<3 {
            let seen = try await pool.perform([
                VaultStore.open(caller.account), "SELECT version FROM vault_key WHERE account_id = \(caller.account)",
            ])[1].first.map { try $0.int64(0) }
            try preconditions.check(version: seen)
            let stored = try await pool.perform(
                """
                INSERT INTO vault_key (account_id, version, envelope, changed_at)
                SELECT \(caller.account), 1, \(bytes), \(now) WHERE \(seen ?? 0) = 0
                ON CONFLICT (account_id) DO NOTHING RETURNING version
                """)
            if !stored.isEmpty { return try await keyEnvelope(of: caller) }
            let changed = try await pool.perform(
                """
                UPDATE vault_key SET version = version + 1, envelope = \(bytes), changed_at = \(now)
                WHERE account_id = \(caller.account) AND version = \(seen ?? 0) RETURNING version
                """)
            if !changed.isEmpty { return try await keyEnvelope(of: caller) }
        }
        throw Problem(.preconditionFailed)
    }

    /// Deletes all entities with their versions, all lost blobs and the key envelope of an account's vault. The version
    /// of the vault's feed is not reset but increased, so that it never decreases.
    func empty(by caller: Principal) async throws {
        let account = caller.account
        _ = try await pool.perform([
            VaultStore.open(account),
            """
            UPDATE vault_account SET entities = 0, bytes = 0, server_version = server_version + 1
            WHERE account_id = \(account)
            """,
            "DELETE FROM vault_entity WHERE account_id = \(account)",
            "DELETE FROM vault_version WHERE account_id = \(account)",
            "DELETE FROM vault_unsettled WHERE account_id = \(account)",
            "DELETE FROM vault_key WHERE account_id = \(account)",
        ])
    }
}
