import EventSourcing
import Identifiers
import PostgresClient
import SQL
import Synchronization

/// A process's cache of people's keys, unwrapped. The least recently used are evicted.
///
/// Shared by the process's loops. The destruction of a key is received through the feed, as all events are.
public final class PersonalKeys: Sendable {
    private struct Cache {
        /// The young one of two generations. A used key moves to it. When it reaches half of the capacity it becomes
        /// the old one, and old keys that were not used meanwhile are evicted.
        var young: [KeyName: KeyState] = [:]
        var old: [KeyName: KeyState] = [:]
        /// Increases with every destruction, so that a key fetched at that moment is not cached.
        var erasures: UInt64 = 0
    }

    public let masters: MasterKeys
    private let cache = Mutex(Cache())
    private let capacity: Int

    /// - Parameter capacity: the number of cached keys, of about 200 bytes each.
    public init(_ masters: MasterKeys, capacity: Int = 50_000) {
        self.masters = masters
        self.capacity = capacity
    }

    func atHand(_ name: KeyName) -> KeyState? {
        cache.withLock { cache in
            if let key = cache.young[name] { return key }
            guard let key = cache.old.removeValue(forKey: name) else { return nil }
            keep(name, key, in: &cache)
            return key
        }
    }

    private func keep(_ name: KeyName, _ key: KeyState, in cache: inout Cache) {
        if cache.young.count >= max(1, capacity / 2) {
            cache.old = cache.young
            cache.young = [:]
        }
        cache.young[name] = key
    }

    /// Removes destroyed keys.
    func hear(_ erasures: [(clinic: UUIDBytes, erasure: Erasure)]) {
        cache.withLock { cache in
            for (clinic, erasure) in erasures {
                cache.erasures &+= 1
                for retention in erasure.retentions {
                    let name = KeyName(clinic: clinic, person: erasure.person, retention: retention.rawValue)
                    cache.young[name] = nil
                    cache.old[name] = nil
                }
            }
        }
    }

    /// Removes keys whose rows are missing, or belong to other keys.
    func forget(_ names: some Sequence<KeyName>) {
        cache.withLock { cache in
            cache.erasures &+= 1
            for name in names {
                cache.young[name] = nil
                cache.old[name] = nil
            }
        }
    }

    /// Removes all keys: an unreadable event may have destroyed some; or another server may answer from now on, which
    /// may lack the rows of keys.
    func forgetAll() {
        cache.withLock { cache in
            cache.erasures &+= 1
            cache.young = [:]
            cache.old = [:]
        }
    }

    package typealias Perform = ([Statement]) async throws -> [Rows]

    /// Fetches keys. Keys that do not exist are not in the result.
    func fetch(_ names: Set<KeyName>, _ perform: Perform) async throws -> [KeyName: KeyState] {
        try await take([.personKeys(Array(names))], perform)
    }

    /// Fetches keys, and creates those that do not exist.
    ///
    /// - Returns: those that exist and cannot be unwrapped.
    func obtain(_ names: Set<KeyName>, _ perform: Perform) async throws -> [KeyName: Unreadable] {
        var keys: [WrappedKey] = []
        for name in names {
            guard let (wrapped, master) = masters.wrap(PersonKey.random(), for: name) else {
                throw Unreadable("there is no master key to wrap people's keys with")
            }
            keys.append(WrappedKey(name: name, wrapped: wrapped, master: master))
        }
        let known = try await take([.insertPersonKeys(keys), .personKeys(Array(names))], perform)
        guard known.count == names.count else { throw Unreadable("a person's key was not kept") }
        var unusable: [KeyName: Unreadable] = [:]
        for (name, state) in known {
            if case .notUnwrapped(let master) = state { unusable[name] = Unreadable(notUnwrapped: name, by: master) }
        }
        return unusable
    }

    private func take(_ statements: [Statement], _ perform: Perform) async throws -> [KeyName: KeyState] {
        let before = cache.withLock { $0.erasures }
        let results = try await perform(statements)
        guard let rows = results.last else { throw PostgresError.protocolViolation("no keys") }
        var known: [KeyName: KeyState] = [:]
        for row in rows {
            let name = KeyName(
                clinic: try row.uuid(0), person: try row.uuid(1), retention: UInt8(clamping: try row.int64(2)))
            known[name] = try state(of: name, row)
        }
        let fresh = known
        cache.withLock { cache in
            guard cache.erasures == before else { return }
            for (name, key) in fresh {
                // An operator may be about to restore its master key.
                if case .notUnwrapped = key { continue }
                keep(name, key, in: &cache)
            }
        }
        return known
    }

    private func state(of name: KeyName, _ row: Row) throws -> KeyState {
        guard let wrapped = try row.optionalBytes(3), let master = try row.optionalText(4) else { return .destroyed }
        guard let key = masters.unwrap(wrapped, master: master, for: name) else { return .notUnwrapped(master: master) }
        return .key(PersonKey(key, made: try row.timestamp(5)))
    }
}

extension Unreadable {
    init(notUnwrapped name: KeyName, by master: String) {
        self.init(
            "the key of person \(name.person) in clinic \(name.clinic) cannot be unwrapped with master key \(master)")
    }
}

/// A key as stored.
package struct WrappedKey: Sendable {
    package let name: KeyName
    let wrapped: [UInt8]
    package let master: String

    init(name: KeyName, wrapped: [UInt8], master: String) {
        self.name = name
        self.wrapped = wrapped
        self.master = master
    }

    /// - Parameter row: clinic, person, retention, wrapped key, master key.
    package init(_ row: Row) throws(PostgresError) {
        name = KeyName(
            clinic: try row.uuid(0), person: try row.uuid(1), retention: UInt8(clamping: try row.int64(2)))
        wrapped = try row.bytes(3)
        master = try row.text(4)
    }
}

extension Statement {
    static func personKeys(_ names: [KeyName]) -> Statement {
        """
        SELECT k.clinic_id, k.person_id, k.retention::bigint, k.wrapped, k.master_key, k.created_at
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

    static func insertPersonKeys(_ keys: [WrappedKey]) -> Statement {
        """
        INSERT INTO person_key (clinic_id, person_id, retention, wrapped, master_key)
        SELECT * FROM unnest(\(keys.map(\.name.clinic)), \(keys.map(\.name.person)), \(keys.map { Int32($0.name.retention) }),
                             \(keys.map { Bytes($0.wrapped) }), \(keys.map(\.master)))
            AS new (clinic_id, person_id, retention, wrapped, master_key)
        ORDER BY clinic_id, person_id, retention
        ON CONFLICT DO NOTHING
        """
    }

    /// Fails with CS004 if one of the keys no longer exists, or was replaced by another.
    static func requirePersonKeys(_ keys: [SealingKey]) -> Statement {
        """
        SELECT require_person_keys(\(keys.map(\.name.clinic)), \(keys.map(\.name.person)),
                                   \(keys.map { Int32($0.name.retention) }), \(keys.map(\.made)))
        """
    }

    /// The numbers of those commands one of whose keys no longer exists, or was replaced.
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

    /// Destroys keys, and the stored answers of commands with data of those people. A destroyed key is never created
    /// again, even if there was none before.
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
