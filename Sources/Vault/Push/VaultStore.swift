import Endpoints
import EventSourcing
import Identifiers
import SQL

/// The SQL statements for a push to a vault.
enum VaultStore {
    /// Creates an account's row in the table of vaults, if the account uses the vault for the first time.
    static func open(_ account: UUIDBytes) -> Statement {
        "INSERT INTO vault_account (account_id) VALUES (\(account)) ON CONFLICT (account_id) DO NOTHING"
    }

    static func state(of account: UUIDBytes) -> Statement {
        "SELECT server_version, last_ordinal, entities, bytes FROM vault_account WHERE account_id = \(account)"
    }

    /// The devices that have pulled an account's vault, each with whether it is that of the caller's session: the session
    /// has pulled on it, or named it at login. One row without a device if there is none. Each row has the time at which
    /// the session was opened, and the id of the device that the session named.
    static func devices(of caller: Principal) -> Statement {
        """
        SELECT s.created_at, s.device_id, d.device_id, d.session_id, d.pulled, d.pulled_at,
            coalesce(d.session_id = s.session_id OR d.device_id::text = lower(s.device_id), false) AS is_own
        FROM session AS s LEFT JOIN vault_device AS d ON d.account_id = s.account_id
        WHERE s.session_id = \(caller.session)
        ORDER BY d.session_id = s.session_id DESC NULLS LAST, is_own DESC, d.pulled DESC
        """
    }

    static func current(_ entities: [UUIDBytes], of account: UUIDBytes) -> Statement {
        """
        SELECT entity_id, entity_type, version, feed_position, is_deleted, digest, length(blob)::bigint, session_id,
            device_id, changed_at
        FROM vault_entity WHERE account_id = \(account) AND entity_id = ANY (\(entities))
        """
    }

    /// Writes the decision about a push, if the vault's state is still the one that the decision is based on. Returns 1
    /// if the decision was written, otherwise 0.
    ///
    /// - Parameter more: further parts of the statement's `WITH`, each with a comma at its end. They change something
    ///   only if the part `turn` has a row.
    static func write(
        _ decision: PushDecision, of account: UUIDBytes, over seen: VaultState, at now: Instant,
        with more: Statement = ""
    ) -> Statement {
        let (state, changes) = (decision.state, decision.changes)
        let turn: Statement = """
            WITH turn AS (
                UPDATE vault_account
                SET server_version = \(state.version), last_ordinal = \(state.ordinal), entities = \(state.entities),
                    bytes = \(state.bytes)
                WHERE account_id = \(account) AND server_version = \(seen.version) AND last_ordinal = \(seen.ordinal)
                RETURNING account_id
            ),
            """
        let stored: Statement = """
            stored AS (
                INSERT INTO vault_entity (account_id, entity_id, entity_type, version, feed_position, is_deleted, blob,
                    digest, session_id, device_id, changed_at)
                SELECT turn.account_id, c.*, \(now)
                FROM turn, unnest(
                    \(changes.map(\.blob.entity)), \(changes.map(\.stored.type.rawValue)), \(changes.map(\.stored.version)),
                    \(changes.map(\.stored.position)), \(changes.map(\.stored.isDeleted)),
                    \(changes.map { Bytes($0.blob.blob ?? []) }), \(changes.map { Bytes($0.stored.digest) }),
                    \(changes.map(\.stored.session)), \(changes.map(\.stored.device))) AS c
                ON CONFLICT (account_id, entity_id) DO UPDATE
                SET version = excluded.version, feed_position = excluded.feed_position,
                    is_deleted = excluded.is_deleted, blob = excluded.blob, digest = excluded.digest,
                    session_id = excluded.session_id, device_id = excluded.device_id, changed_at = excluded.changed_at
            )
            SELECT count(*) FROM turn
            """
        return turn + more + keepReplaced(changes) + keepLost(decision.lost, at: now) + keepUnsettled(changes) + stored
    }

    /// The part of the SQL statement `write` that copies each replaced version of an entity to `vault_version`; empty
    /// if no version is replaced. This part looks up each entity by its key, since an account may have 200,000
    /// entities.
    private static func keepReplaced(_ changes: [PushDecision.Change]) -> Statement {
        let replacing = changes.filter { $0.ordinalOfReplaced != nil }
        guard !replacing.isEmpty else { return "" }
        return """
            replaced AS (
                INSERT INTO vault_version (account_id, entity_id, ordinal, entity_type, version, is_lost, is_deleted, blob,
                    stored_at)
                SELECT turn.account_id, c.entity_id, c.ordinal, e.entity_type, e.version, false, e.is_deleted, e.blob,
                    e.changed_at
                FROM turn, unnest(\(replacing.map(\.blob.entity)), \(replacing.map(\.ordinalOfReplaced)))
                        AS c (entity_id, ordinal),
                    LATERAL (
                        SELECT * FROM vault_entity AS v
                        WHERE v.account_id = turn.account_id AND v.entity_id = c.entity_id
                        OFFSET 0) AS e
            ),
            """
    }

    /// The part of the SQL statement `write` that stores lost blobs in `vault_version`; empty if there are no lost
    /// blobs.
    private static func keepLost(_ lost: [PushDecision.Lost], at now: Instant) -> Statement {
        guard !lost.isEmpty else { return "" }
        return """
            lost AS (
                INSERT INTO vault_version (account_id, entity_id, ordinal, entity_type, version, is_lost, is_deleted, blob,
                    stored_at)
                SELECT turn.account_id, l.entity_id, l.ordinal, l.entity_type, l.version, true, l.is_deleted, l.blob, \(now)
                FROM turn, unnest(
                    \(lost.map(\.blob.entity)), \(lost.map(\.ordinal)), \(lost.map(\.type.rawValue)),
                    \(lost.map(\.version)), \(lost.map(\.blob.isDeleted)), \(lost.map { Bytes($0.blob.blob ?? []) }))
                    AS l (entity_id, ordinal, entity_type, version, is_deleted, blob)
            ),
            """
    }

    /// The part of the SQL statement `write` that notes which edits must be settled by the first pull of their session;
    /// empty if there are none.
    private static func keepUnsettled(_ changes: [PushDecision.Change]) -> Statement {
        let open = changes.filter { $0.unsettled != nil }
        guard !open.isEmpty else { return "" }
        return """
            unsettled AS (
                INSERT INTO vault_unsettled (account_id, entity_id, session_id, replaced_ordinal, replaced_position,
                    replaced_session, replaced_device)
                SELECT turn.account_id, u.*
                FROM turn, unnest(
                    \(open.map(\.blob.entity)), \(open.map(\.stored.session)), \(open.map { $0.ordinalOfReplaced ?? 0 }),
                    \(open.map { $0.unsettled?.position ?? 0 }), \(open.compactMap { $0.unsettled?.session }),
                    \(open.map { $0.unsettled?.device })) AS u
                ON CONFLICT (account_id, entity_id) DO UPDATE
                SET session_id = excluded.session_id, replaced_ordinal = excluded.replaced_ordinal,
                    replaced_position = excluded.replaced_position, replaced_session = excluded.replaced_session,
                    replaced_device = excluded.replaced_device
            ),
            """
    }

    /// The statements that delete earlier versions and lost blobs beyond the limits of the vault, after a decision
    /// about a push was written. A new row of `vault_version` gets the account's next ordinal. The whole vault is
    /// pruned when the ordinals reach another multiple of `VaultLimits.keptBetweenPrunings`, even if only versions of
    /// dose logs have these ordinals.
    static func prune(after decision: PushDecision, _ seen: VaultState, of account: UUIDBytes) -> [Statement] {
        let replaced = decision.changes.filter { $0.ordinalOfReplaced != nil && !$0.stored.type.keepsAllVersions }
        let entities = replaced.map(\.blob.entity) + decision.lost.map(\.blob.entity)
        let interval = VaultLimits.keptBetweenPrunings
        let isDue = decision.state.ordinal / interval > seen.ordinal / interval
        return (entities.isEmpty ? [] : [prune(entities, of: account)]) + (isDue ? [pruneAccount(account)] : [])
    }

    /// Deletes the oldest earlier versions and lost blobs of each entity that has too many, but no version of a dose
    /// log.
    private static func prune(_ entities: [UUIDBytes], of account: UUIDBytes) -> Statement {
        """
        DELETE FROM vault_version WHERE account_id = \(account) AND ordinal IN (
            SELECT ordinal FROM (
                SELECT ordinal, row_number() OVER (PARTITION BY entity_id ORDER BY ordinal DESC) AS rank
                FROM vault_version
                WHERE account_id = \(account) AND entity_id = ANY (\(entities))
                    AND (is_lost OR entity_type <> 'doseLog')) AS ranked
            WHERE rank > \(VaultLimits.earlierVersions))
        """
    }

    /// Deletes the oldest earlier versions and lost blobs of an account's vault if the vault has too many, but no
    /// version of a dose log.
    private static func pruneAccount(_ account: UUIDBytes) -> Statement {
        """
        DELETE FROM vault_version
        WHERE account_id = \(account) AND (is_lost OR entity_type <> 'doseLog') AND ordinal <= (
            SELECT ordinal FROM vault_version
            WHERE account_id = \(account) AND (is_lost OR entity_type <> 'doseLog')
            ORDER BY ordinal DESC OFFSET \(VaultLimits.earlierVersionsOfAccount) LIMIT 1)
        """
    }
}
