import Endpoints
import EventSourcing
import Identifiers
import PostgresClient
import SQL

extension Vault {
    /// Settles the edits that a session pushed before its first pull, which names the device. If the device did not have
    /// the version that an edit replaced, that version becomes the current one again, and the edit stays readable as an
    /// earlier version. If another device has changed the entity since, nothing is changed.
    ///
    /// If another push of the account is stored at the same time, nothing is settled, and the caller tries again.
    func settle(on device: UUIDBytes, by caller: Principal, at now: Instant) async throws {
        let rows = try await pool.perform(
            [
                VaultStore.state(of: caller.account),
                """
                SELECT session_id, pulled, pulled_at FROM vault_device
                WHERE account_id = \(caller.account) AND device_id = \(device)
                """,
                Self.unsettled(caller),
            ], effect: .reads)
        guard let first = rows[0].first else { return }
        let seen = try VaultState(first)
        let known = try rows[1].first.map { row in
            KnownDevice(
                id: device, session: try row.uuid(0), pulled: try row.int64(1), pulledAt: try row.instant(2))
        }
        let restored = try rows[2].compactMap { try Self.restored($0, for: known, device, caller.session) }
        let decision = PushDecision(restoring: restored, on: seen)
        let settled: Statement = """
            settled AS (
                DELETE FROM vault_unsettled USING turn
                WHERE vault_unsettled.account_id = turn.account_id AND session_id = \(caller.session)
                    AND entity_id = ANY (\(try rows[2].map { try $0.uuid(0) }))
            ),
            """
        _ = try await pool.perform(
            [VaultStore.write(decision, of: caller.account, over: seen, at: now, with: settled)]
                + VaultStore.prune(after: decision, seen, of: caller.account))
    }

    private static func unsettled(_ caller: Principal) -> Statement {
        """
        SELECT u.entity_id, u.replaced_position, u.replaced_session, u.replaced_device, v.is_deleted,
            replace(encode(v.blob, 'base64'), E'\\n', ''), e.entity_type, e.version, e.feed_position, e.is_deleted,
            e.digest, length(e.blob)::bigint, e.session_id, e.device_id
        FROM vault_unsettled AS u
            LEFT JOIN vault_version AS v ON v.account_id = u.account_id AND v.ordinal = u.replaced_ordinal
                AND v.entity_id = u.entity_id
            LEFT JOIN vault_entity AS e ON e.account_id = u.account_id AND e.entity_id = u.entity_id
                AND e.session_id = u.session_id
        WHERE u.account_id = \(caller.account) AND u.session_id = \(caller.session)
        """
    }

    /// The version to put back; `nil` if the device had it, if another device has replaced the edit, or if the replaced
    /// version is not kept any more.
    private static func restored(
        _ row: Row, for known: KnownDevice?, _ device: UUIDBytes, _ session: UUIDBytes
    ) throws -> PushDecision.Restored? {
        let author = Author(session: try row.uuid(2), device: try row.optionalUUID(3))
        let position = try row.int64(1)
        // A session that never pulled wrote the replaced version. If this device never pulled either, it is taken for
        // the device of that session.
        let isAnonymous = author.device == nil && known == nil
        let had =
            known?.has(position, by: author) ?? (isAnonymous || author.device == device)
        guard !had, try !row.isNull(4), try !row.isNull(6), let type = VaultEntityType(rawValue: try row.text(6)) else {
            return nil
        }
        let current = StoredEntity(
            type: type, version: try row.int64(7), position: try row.int64(8), isDeleted: try row.bool(9),
            digest: try row.bytes(10), size: Int(try row.int64(11)), session: session,
            device: try row.optionalUUID(13))
        let blob = CheckedBlob(
            entity: try row.uuid(0), type: type.rawValue, base64: try row.text(5), clientVersion: 1,
            isDeleted: try row.bool(4))
        return PushDecision.Restored(blob: blob, author: author, current: current)
    }
}

extension VaultState {
    /// The state in a row of `VaultStore.state`.
    init(_ row: Row) throws {
        self.init()
        version = try row.int64(0)
        ordinal = try row.int64(1)
        entities = try row.int64(2)
        bytes = try row.int64(3)
    }
}
