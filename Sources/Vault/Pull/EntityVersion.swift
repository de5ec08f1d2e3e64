import Endpoints
import EventSourcing
import Identifiers
import JSON
import PostgresClient
import SQL

/// A version of an entity of a vault, or a lost blob: one that was rejected because of a conflict.
struct EntityVersion: Sendable {
    enum Kind: String, CaseIterable, Sendable { case current, earlier, lost }

    let kind: Kind
    let version: Int64
    let encryptedBlob: String
    let isDeleted: Bool
    let storedAt: Instant

    static let codec = object(
        EntityVersion.init(kind:version:encryptedBlob:isDeleted:storedAt:),
        field(
            "kind", \.kind,
            Codec<Kind>.stringEnum.described(
                """
                `current`: the version that a pull returns. `earlier`: a version that was replaced. `lost`: a blob that \
                was pushed and rejected because of a conflict.
                """)),
        field(
            "version", \.version,
            .int64.described("The version of the entity; of a lost blob, the version on the server at that time.")),
        field(
            "encrypted_blob", \.encryptedBlob,
            Codec<String>.string(max: VaultLimits.pushBytes).described(
                "The encrypted entity in Base64; empty for a deleted entity.")),
        field("is_deleted", \.isDeleted, .bool.described("Whether this version deletes the entity.")),
        field("stored_at", \.storedAt, .rfc3339.described("When the server stored it, in UTC."))
    ).described("A version of an entity of the vault.").named("EntityVersion")

    /// All versions and lost blobs of an entity of a vault that the server has, the latest first.
    struct List: Sendable {
        let entityID: UUIDBytes
        let versions: [EntityVersion]

        static let codec = object(
            List.init(entityID:versions:),
            field("entity_id", \.entityID, .uuid.described("The entity's id.")),
            field(
                "versions", \.versions,
                .array(EntityVersion.codec, 1...shown).described(
                    """
                    The versions and the lost blobs, the latest first. Of each entity the server keeps the last 20 besides \
                    the current one, and all versions of a dose log; at most 50 are listed.
                    """))
        ).described("The versions of an entity of the vault.").named("EntityVersions")
    }

    static let shown = 50
}

extension Vault {
    /// Reads the versions and lost blobs of an entity of a vault.
    ///
    /// - Throws: 404 if the account has no such entity.
    func versions(of entity: UUIDBytes, by caller: Principal) async throws -> EntityVersion.List {
        let rows = try await pool.perform(
            """
            SELECT kind, version, replace(encode(blob, 'base64'), E'\\n', ''), is_deleted, stored_at FROM (
                SELECT 'current' AS kind, version, blob, is_deleted, changed_at AS stored_at, NULL::bigint AS ordinal
                FROM vault_entity WHERE account_id = \(caller.account) AND entity_id = \(entity)
                UNION ALL
                SELECT CASE WHEN is_lost THEN 'lost' ELSE 'earlier' END, version, blob, is_deleted, stored_at, ordinal
                FROM vault_version WHERE account_id = \(caller.account) AND entity_id = \(entity)
            ) AS v ORDER BY ordinal DESC NULLS FIRST LIMIT \(EntityVersion.shown)
            """, effect: .reads)
        guard !rows.isEmpty else { throw Problem(.notFound) }
        let versions = try rows.map { row in
            EntityVersion(
                kind: EntityVersion.Kind(rawValue: try row.text(0)) ?? .earlier, version: try row.int64(1),
                encryptedBlob: try row.text(2), isDeleted: try row.bool(3), storedAt: try row.instant(4))
        }
        return EntityVersion.List(entityID: entity, versions: versions)
    }
}

extension Row {
    /// Reads a `timestamptz`, and drops its fraction of a second.
    func instant(_ column: Int) throws(PostgresError) -> Instant {
        Instant(secondsSince1970: try timestamp(column).microsecondsSince1970 / 1_000_000)
    }
}
