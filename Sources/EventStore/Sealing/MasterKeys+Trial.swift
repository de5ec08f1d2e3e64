public import EventLoop
public import PostgresClient
import SQL

/// Checks whether the master keys of a folder belong to a database.
extension MasterKeys {
    /// Tries to unwrap a few stored keys of each master key that the database names. One unwrapped key is enough, so a
    /// single damaged key is tolerated.
    ///
    /// - Parameter configuration: the connection settings of the tables' owner.
    /// - Returns: the names of master keys that unwrapped no stored key; empty if no key is stored.
    public func strangers(in configuration: PostgresConfiguration, on loop: EventLoop) async throws -> [String] {
        try await loop.run {
            let connection = try await PostgresConnection.connect(configuration, on: loop)
            defer { connection.close() }
            var works: [String: Bool] = [:]
            for row in try await connection.perform(.someKeysOfEachMaster, effect: .reads) {
                let key = try WrappedKey(row)
                works[key.master] = works[key.master] == true || self.unwraps(key)
            }
            return works.filter { !$0.value }.map(\.key).sorted()
        }
    }

    package func unwraps(_ key: WrappedKey) -> Bool { unwrap(key.wrapped, master: key.master, for: key.name) != nil }
}

extension Statement {
    fileprivate static let someKeysOfEachMaster: Statement = """
        SELECT k.clinic_id, k.person_id, k.retention::bigint, k.wrapped, k.master_key
        FROM (SELECT DISTINCT master_key FROM person_key WHERE wrapped IS NOT NULL) AS m
        CROSS JOIN LATERAL (
            SELECT * FROM person_key AS k WHERE k.master_key = m.master_key AND k.wrapped IS NOT NULL LIMIT 20
        ) AS k
        """
}
