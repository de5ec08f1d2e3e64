public import EventLoop
import Identifiers
public import PostgresClient
import SQL

/// Wraps people's keys by the newest master key. The keys stay what they are, so nothing that they sealed is touched, and
/// servers go on meanwhile. To be run as the tables' owner.
public struct Rewrapping: Sendable {
    private let masters: MasterKeys
    private let batch: Int64

    /// - Parameter batch: so many keys in a transaction.
    public init(_ masters: MasterKeys, batch: Int64 = 1_000) {
        self.masters = masters
        self.batch = batch
    }

    public struct Report: Sendable {
        public let rewrapped: Int
        /// Master keys that something is still wrapped by.
        public let inUse: Set<String>
    }

    /// - Throws: `Unreadable` at a key that cannot be unwrapped; those before it are wrapped anew.
    public func run(_ configuration: PostgresConfiguration, on loop: EventLoop) async throws -> Report {
        try await loop.run {
            let connection = try await PostgresConnection.connect(configuration, on: loop)
            defer { connection.close() }
            var rewrapped = 0
            while true {
                let count = try await rewrapSome(connection)
                if count == 0 { break }
                rewrapped += count
            }
            let rows = try await connection.perform(
                "SELECT DISTINCT master_key FROM person_key WHERE master_key IS NOT NULL", effect: .reads)
            return Report(rewrapped: rewrapped, inUse: Set(try rows.map { try $0.text(0) }))
        }
    }

    private func rewrapSome(_ connection: PostgresConnection) async throws -> Int {
        let results = try await connection.perform([
            "BEGIN",
            """
            SELECT clinic_id, person_id, retention::bigint, wrapped, master_key FROM person_key
            WHERE master_key <> \(masters.active)
            ORDER BY clinic_id, person_id, retention LIMIT \(batch) FOR UPDATE
            """,
        ])
        var keys: [WrappedKey] = []
        for row in results[1] {
            let old = try WrappedKey(row)
            guard let key = masters.unwrap(old.wrapped, master: old.master, for: old.name),
                let (wrapped, active) = masters.wrap(key, for: old.name)
            else { throw Unreadable(notUnwrapped: old.name, by: old.master) }
            keys.append(WrappedKey(name: old.name, wrapped: wrapped, master: active))
        }
        _ = try await connection.perform(keys.isEmpty ? ["COMMIT"] : [.rewrapPersonKeys(keys), "COMMIT"])
        return keys.count
    }
}

extension Statement {
    fileprivate static func rewrapPersonKeys(_ keys: [WrappedKey]) -> Statement {
        """
        UPDATE person_key AS k SET wrapped = new.wrapped, master_key = new.master_key
        FROM unnest(\(keys.map(\.name.clinic)), \(keys.map(\.name.person)), \(keys.map { Int32($0.name.retention) }),
                    \(keys.map { Bytes($0.wrapped) }), \(keys.map(\.master)))
            AS new (clinic_id, person_id, retention, wrapped, master_key)
        WHERE (k.clinic_id, k.person_id, k.retention) = (new.clinic_id, new.person_id, new.retention)
        """
    }
}
