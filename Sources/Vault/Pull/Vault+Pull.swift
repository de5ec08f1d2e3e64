import Endpoints
import EventSourcing
import Identifiers
import PostgresClient
import SQL

extension Vault {
    /// Reads a page of changed entities of a vault, and records how far the device has pulled.
    func pull(
        since version: Int64, device: UUIDBytes, by caller: Principal, at now: Instant
    ) async throws -> SyncPullAnswer {
        for _ in 0..<Self.attempts {
            let rows = try await pool.perform([
                VaultStore.open(caller.account), Self.page(since: version, device, caller, at: now),
                Self.forgetOldDevices(of: caller.account),
            ])[1]
            guard let first = rows.first else { throw PostgresError.protocolViolation("a page without rows") }
            guard try first.bool(7) else { return try Self.answer(rows, first) }
            try await settle(on: device, by: caller, at: now)
        }
        throw Problem.unavailable()
    }

    private static func answer(_ rows: Rows, _ first: Row) throws -> SyncPullAnswer {
        var blobs: [SyncBlob] = []
        for row in rows {
            guard let entity = try row.optionalUUID(2) else { continue }
            blobs.append(
                SyncBlob(
                    entityID: entity, entityType: try row.text(3), encryptedBlob: try row.text(6),
                    clientVersion: try row.int64(4), isDeleted: try row.bool(5)))
        }
        return SyncPullAnswer(blobs: blobs, serverVersion: try first.int64(0), hasMore: try first.bool(1))
    }

    /// A page of the changes in a vault's feed. It ends after a number of entities and a number of bytes, but has at
    /// least one entity if there is any.
    ///
    /// If the database was restored to an earlier time, a client may ask for the changes after a version that the feed
    /// does not have. The client then gets the whole feed again, since later changes would get versions that the client
    /// already knows.
    private static func page(
        since version: Int64, _ device: UUIDBytes, _ caller: Principal, at now: Instant
    ) -> Statement {
        // While the session has edits to settle, the page is read again after that, and the device is not bound to the
        // session yet. So a second pull at the same time settles the same edits.
        let unsettled: Statement = """
            EXISTS (
                SELECT FROM vault_unsettled
                WHERE account_id = \(caller.account) AND session_id = \(caller.session))
            """
        return """
            WITH head AS (
                SELECT server_version AS head, CASE WHEN \(version) > server_version THEN 0 ELSE \(version) END AS since
                FROM vault_account WHERE account_id = \(caller.account)
            ), next AS (
                SELECT e.* FROM head, vault_entity AS e
                WHERE e.account_id = \(caller.account) AND e.feed_position > head.since
                ORDER BY e.feed_position LIMIT \(VaultLimits.pageEntities)
            ), page AS (
                SELECT * FROM (
                    SELECT next.*, sum(length(blob)) OVER (ORDER BY feed_position) - length(blob) AS before FROM next) AS sized
                WHERE before < \(VaultLimits.pageBytes)
            ), last AS (
                SELECT head.head, coalesce((SELECT max(feed_position) FROM page), head.since) AS position FROM head
            ), reached AS (
                SELECT CASE WHEN more THEN position ELSE head END AS version, more FROM (
                    SELECT last.*, EXISTS (
                        SELECT FROM vault_entity AS e
                        WHERE e.account_id = \(caller.account) AND e.feed_position > last.position) AS more
                    FROM last) AS l
            ), seen AS (
                INSERT INTO vault_device (account_id, device_id, session_id, pulled, pulled_at)
                SELECT \(caller.account), \(device), \(caller.session), version, \(now) FROM reached WHERE NOT \(unsettled)
                ON CONFLICT (account_id, device_id) DO UPDATE
                SET session_id = excluded.session_id, pulled = greatest(vault_device.pulled, excluded.pulled),
                    pulled_at = excluded.pulled_at
            )
            SELECT reached.version, reached.more, page.entity_id, page.entity_type, page.version, page.is_deleted,
                replace(encode(page.blob, 'base64'), E'\\n', ''), \(unsettled)
            FROM reached LEFT JOIN page ON true ORDER BY page.feed_position
            """
    }

    /// Forgets the devices that have not pulled for the longest time, if an account's vault has too many devices.
    private static func forgetOldDevices(of account: UUIDBytes) -> Statement {
        """
        DELETE FROM vault_device WHERE account_id = \(account) AND device_id IN (
            SELECT device_id FROM vault_device WHERE account_id = \(account)
            ORDER BY pulled_at DESC, device_id OFFSET \(VaultLimits.devices))
        """
    }
}
