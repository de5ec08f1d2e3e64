public import EventLoop
import Identifiers
public import PostgresClient
import SQL

/// Wraps person keys with the newest master key. The person keys themselves stay the same, so sealed values are not
/// touched and servers keep working. Must run as the tables' owner.
public struct Rewrapping: Sendable {
    private let masters: MasterKeys
    private let batch: Int64

    /// Prepares to wrap all person keys with the newest master key. `run` wraps them.
    ///
    /// - Parameter batch: the number of person keys per transaction.
    public init(_ masters: MasterKeys, batch: Int64 = 1_000) {
        self.masters = masters
        self.batch = batch
    }

    public struct Report: Sendable {
        public let rewrapped: Int
        /// A message to the operator for each person key that cannot be unwrapped. Such a key is not changed.
        public let damaged: [String]
        /// The names of master keys that still wrap a person key.
        public let inUse: Set<String>
    }

    public func run(_ configuration: PostgresConfiguration, on loop: EventLoop) async throws -> Report {
        try await loop.run {
            let connection = try await PostgresConnection.connect(configuration, on: loop)
            defer { connection.close() }
            var rewrapped = 0
            var damaged: [String] = []
            var last = KeyName.first
            while let some = try await rewrapSome(connection, after: last) {
                rewrapped += some.rewrapped
                damaged += some.damaged
                last = some.last
            }
            let rows = try await connection.perform(
                "SELECT DISTINCT master_key FROM person_key WHERE master_key IS NOT NULL", effect: .reads)
            return Report(rewrapped: rewrapped, damaged: damaged, inUse: Set(try rows.map { try $0.text(0) }))
        }
    }

    /// Wraps the next batch of person keys with the newest master key.
    ///
    /// - Returns: `nil` if no person key whose name sorts after `name` is wrapped by another master key.
    private func rewrapSome(
        _ connection: PostgresConnection, after name: KeyName
    ) async throws -> (rewrapped: Int, damaged: [String], last: KeyName)? {
        let results = try await connection.perform([
            "BEGIN",
            """
            SELECT clinic_id, person_id, retention::bigint, wrapped, master_key FROM person_key
            WHERE master_key <> \(masters.active)
                AND (clinic_id, person_id, retention) > (\(name.clinic), \(name.person), \(Int32(name.retention)))
            ORDER BY clinic_id, person_id, retention LIMIT \(batch) FOR UPDATE
            """,
        ])
        var keys: [WrappedKey] = []
        var damaged: [String] = []
        var last: KeyName?
        for row in results[1] {
            let old = try WrappedKey(row)
            last = old.name
            if let key = masters.unwrap(old.wrapped, master: old.master, for: old.name),
                let (wrapped, active) = masters.wrap(key, for: old.name)
            {
                keys.append(WrappedKey(name: old.name, wrapped: wrapped, master: active))
            } else {
                damaged.append("\(Unreadable(notUnwrapped: old.name, by: old.master))")
            }
        }
        _ = try await connection.perform(keys.isEmpty ? ["COMMIT"] : [.rewrapPersonKeys(keys), "COMMIT"])
        return last.map { (keys.count, damaged, $0) }
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
