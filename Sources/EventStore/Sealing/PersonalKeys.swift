import EventSourcing
import Identifiers
import PostgresClient
import SQL
import Synchronization

/// A process's cache of unwrapped person keys. The least recently used keys are evicted.
///
/// All loops of the process share the cache. It learns of destroyed keys from erasure events in the feeds.
public final class PersonalKeys: Sendable {
    public let masters: MasterKeys
    /// Whether sealed person keys open values too, for an operator's export of what the law requires to keep.
    private let opensSealed: Bool
    private let cache: Mutex<KeyCache>

    /// Creates the cache of person keys, which is empty.
    ///
    /// - Parameters:
    ///   - opensSealed: whether the keys of erased patients open values that the law requires to keep.
    ///   - capacity: the maximum number of cached keys, of about 200 bytes each.
    public init(_ masters: MasterKeys, opensSealed: Bool = false, capacity: Int = 50_000) {
        self.masters = masters
        self.opensSealed = opensSealed
        cache = Mutex(KeyCache(capacity: capacity))
    }

    func atHand(_ name: KeyName) -> KeyState? { cache.withLock { $0.use(name) } }

    /// Removes from the cache the person keys that erasures have destroyed or sealed.
    func hear(_ erasures: [(clinic: UUIDBytes, erasure: Erasure)]) {
        forget(
            erasures.flatMap { clinic, erasure in
                (erasure.retentions + erasure.sealed).map {
                    KeyName(clinic: clinic, person: erasure.person, retention: $0.rawValue)
                }
            })
    }

    /// Removes the named person keys from the cache, after their rows in the database were erased, lost or replaced.
    func forget(_ names: some Sequence<KeyName>) { cache.withLock { $0.remove(names) } }

    /// Removes all person keys from the cache. This is necessary after an unreadable event, which may have destroyed
    /// keys, and after a reconnection, which may lead to another PostgreSQL server that lacks some keys.
    func forgetAll() { cache.withLock { $0.removeAll() } }

    package typealias Perform = ([Statement]) async throws -> [Rows]

    /// Fetches person keys from PostgreSQL. Keys that do not exist are not in the result.
    func fetch(_ names: Set<KeyName>, _ perform: Perform) async throws -> [KeyName: KeyState] {
        try await take([.personKeys(Array(names))], perform)
    }

    /// Fetches person keys from PostgreSQL, and creates those that do not exist.
    ///
    /// - Returns: the keys that exist but cannot be unwrapped, with the reason for each.
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
        let before = cache.withLock { $0.removals }
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
            guard cache.removals == before else { return }
            for (name, key) in fresh {
                // Nothing is cached for a person key that cannot be unwrapped, since an operator may restore the
                // missing master key.
                if case .notUnwrapped = key { continue }
                cache.keep(key, as: name)
            }
        }
        return known
    }

    private func state(of name: KeyName, _ row: Row) throws -> KeyState {
        guard let wrapped = try row.optionalBytes(3), let master = try row.optionalText(4) else { return .destroyed }
        guard let key = masters.unwrap(wrapped, master: master, for: name) else { return .notUnwrapped(master: master) }
        let person = PersonKey(key, made: try row.timestamp(5))
        return try row.bool(6) && !opensSealed ? .sealed(person) : .key(person)
    }
}

extension Unreadable {
    init(notUnwrapped name: KeyName, by master: String) {
        self.init(
            "the key of person \(name.person) in clinic \(name.clinic) cannot be unwrapped with master key \(master)")
    }
}
