import Endpoints
import EventSourcing
import Identifiers
import JSON
import PostgresClient
import SQL

/// A version of an entity of a vault, or a lost blob: a blob that was rejected because of a conflict.
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
}

extension Vault {
    /// Reads a page of the versions and lost blobs of an entity of a vault, the latest first, as JSON.
    ///
    /// - Throws: 404 if the account has no such entity.
    func versions(of entity: UUIDBytes, _ page: Page, by caller: Principal) async throws -> [UInt8] {
        let rows = try await pool.perform(Self.versions(of: entity, page, caller), effect: .reads)
        guard !rows.isEmpty else { throw Problem(.notFound) }
        var shown: [EntityVersion] = []
        var next: String?
        for row in rows {
            guard let ordinal = try row.optionalInt64(5) else { continue }
            // A page ends before the first version without its blob. That version belongs to the next page.
            guard shown.count < page.limit, let blob = try row.optionalText(2) else { break }
            shown.append(
                EntityVersion(
                    kind: EntityVersion.Kind(rawValue: try row.text(0)) ?? .earlier, version: try row.int64(1),
                    encryptedBlob: blob, isDeleted: try row.bool(3), storedAt: try row.instant(4)))
            next = shown.count < rows.count ? Cursor(["\(ordinal)"]).text : nil
        }
        return Page.bytes(shown, EntityVersion.codec, next: next)
    }

    /// The statement that reads a page of the versions and lost blobs of an entity, and the first row of the next page.
    /// A row has no blob if the blobs of the rows before it fill the page. If the page is empty, the statement gives
    /// one row of nulls. For an unknown entity it gives no row.
    ///
    /// The rows of `vault_version` are listed by their ordinal. The current version is listed before them, with the
    /// account's next ordinal. If the current version is replaced before the next page is read, its row in
    /// `vault_version` gets that ordinal or a higher one, so the next page does not repeat it.
    private static func versions(of entity: UUIDBytes, _ page: Page, _ caller: Principal) -> Statement {
        let end = page.after.flatMap { $0.values.first }.flatMap { Int64($0) } ?? .max
        return """
            WITH entity AS (
                SELECT e.*, a.last_ordinal + 1 AS ordinal
                FROM vault_entity AS e JOIN vault_account AS a USING (account_id)
                WHERE e.account_id = \(caller.account) AND e.entity_id = \(entity)
            ), listed AS (
                SELECT 'current' AS kind, version, blob, is_deleted, changed_at AS stored_at, ordinal FROM entity
                UNION ALL (
                    SELECT CASE WHEN is_lost THEN 'lost' ELSE 'earlier' END, version, blob, is_deleted, stored_at,
                        ordinal
                    FROM vault_version
                    WHERE account_id = \(caller.account) AND entity_id = \(entity) AND ordinal < \(end)
                    ORDER BY ordinal DESC LIMIT \(page.limit + 1))
            ), measured AS (
                SELECT *, sum(length(blob)) OVER (ORDER BY ordinal DESC) - length(blob) AS before
                FROM listed WHERE ordinal < \(end)
            )
            SELECT m.kind, m.version,
                CASE WHEN m.before < \(Int64(VaultLimits.pageBytes)) THEN replace(encode(m.blob, 'base64'), E'\\n', '') END,
                m.is_deleted, m.stored_at, m.ordinal
            FROM entity LEFT JOIN measured AS m ON true
            ORDER BY m.ordinal DESC LIMIT \(page.limit + 1)
            """
    }
}

extension CursorKey {
    /// Accepts a cursor's value that is the ordinal of an entity's version: a positive number.
    static let ordinal = CursorKey { Int64($0).map { $0 > 0 } ?? false }
}

extension Row {
    /// Reads a `timestamptz`, and drops its fraction of a second.
    func instant(_ column: Int) throws(PostgresError) -> Instant {
        Instant(secondsSince1970: try timestamp(column).microsecondsSince1970 / 1_000_000)
    }
}
