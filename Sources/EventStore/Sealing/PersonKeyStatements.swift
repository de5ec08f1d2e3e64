import EventSourcing
import PostgresClient
import SQL

extension Statement {
    static func personKeys(_ names: [KeyName]) -> Statement {
        """
        SELECT k.clinic_id, k.person_id, k.retention::bigint, k.wrapped, k.master_key, k.created_at,
               k.sealed_at IS NOT NULL
        FROM unnest(\(names.map(\.clinic)), \(names.map(\.person)), \(names.map { Int32($0.retention) }))
            AS wanted (clinic_id, person_id, retention)
        CROSS JOIN LATERAL (
            SELECT * FROM person_key AS k
            WHERE k.clinic_id = wanted.clinic_id AND k.person_id = wanted.person_id
                AND k.retention = wanted.retention
            LIMIT 1
        ) AS k
        """
    }

    /// A statement that stores new person keys. A key of a person who was erased before is sealed from the beginning.
    static func insertPersonKeys(_ keys: [WrappedKey]) -> Statement {
        """
        INSERT INTO person_key (clinic_id, person_id, retention, wrapped, master_key, sealed_at)
        SELECT new.*, (
            SELECT now() FROM person_key AS k
            WHERE k.clinic_id = new.clinic_id AND k.person_id = new.person_id AND k.retention = 1
                AND k.destroyed_at IS NOT NULL)
        FROM unnest(\(keys.map(\.name.clinic)), \(keys.map(\.name.person)), \(keys.map { Int32($0.name.retention) }),
                             \(keys.map { Bytes($0.wrapped) }), \(keys.map(\.master)))
            AS new (clinic_id, person_id, retention, wrapped, master_key)
        ORDER BY clinic_id, person_id, retention
        ON CONFLICT DO NOTHING
        """
    }

    /// A statement that fails with SQLSTATE CS004 if one of the person keys no longer exists, or was replaced by
    /// another.
    static func requirePersonKeys(_ keys: [SealingKey]) -> Statement {
        """
        SELECT require_person_keys(\(keys.map(\.name.clinic)), \(keys.map(\.name.person)),
                                   \(keys.map { Int32($0.name.retention) }), \(keys.map(\.made)))
        """
    }

    /// A statement that selects the indexes of commands whose events were sealed with a key that no longer exists or
    /// was replaced.
    static func lostPersonKeys(_ keys: [SealingKey], of commands: [Int64]) -> Statement {
        """
        SELECT DISTINCT used.command
        FROM unnest(\(commands), \(keys.map(\.name.clinic)), \(keys.map(\.name.person)),
                    \(keys.map { Int32($0.name.retention) }), \(keys.map(\.made)))
            AS used (command, clinic_id, person_id, retention, created_at)
        WHERE NOT EXISTS (
            SELECT FROM person_key AS k
            WHERE k.clinic_id = used.clinic_id AND k.person_id = used.person_id AND k.retention = used.retention
                AND k.created_at = used.created_at AND k.wrapped IS NOT NULL
        )
        """
    }

    /// A statement that seals person keys. Each gets another time of creation, so no server can write with the key as it
    /// was before.
    static func sealPersonKeys(_ names: [KeyName]) -> Statement {
        """
        UPDATE person_key AS k SET sealed_at = now(), created_at = k.created_at + interval '1 microsecond'
        FROM unnest(\(names.map(\.clinic)), \(names.map(\.person)), \(names.map { Int32($0.retention) }))
            AS sealed (clinic_id, person_id, retention)
        WHERE k.clinic_id = sealed.clinic_id AND k.person_id = sealed.person_id AND k.retention = sealed.retention
            AND k.sealed_at IS NULL AND k.wrapped IS NOT NULL
        """
    }

    /// The statements that destroy person keys, and delete the stored answers with data about the keys' persons. Each
    /// key leaves a tombstone, so it is never created again. A key that did not exist gets a tombstone too.
    static func destroyPersonKeys(_ names: [KeyName]) -> [Statement] {
        [
            """
            INSERT INTO person_key (clinic_id, person_id, retention, destroyed_at)
            SELECT *, now() FROM unnest(\(names.map(\.clinic)), \(names.map(\.person)), \(names.map { Int32($0.retention) }))
            ON CONFLICT (clinic_id, person_id, retention)
            DO UPDATE SET wrapped = NULL, master_key = NULL, destroyed_at = excluded.destroyed_at
            WHERE person_key.wrapped IS NOT NULL
            """,
            """
            UPDATE command AS c SET answer = NULL, request_hash = '', person_id = NULL
            FROM unnest(\(names.map(\.clinic)), \(names.map(\.person))) AS gone (clinic_id, person_id)
            WHERE c.clinic_id = gone.clinic_id AND c.person_id = gone.person_id
            """,
        ]
    }
}
