import EventChain
import Identifiers
import PostgresClient
import SQL

/// Compares the rows that give access with the last records of their changes. Of each row, 32 bytes are in memory.
struct CredentialVerification {
    let connection: PostgresConnection
    let source: CredentialSource

    private static let page: Int64 = 5_000
    private static let noClinic = UUIDBytes(high: 0, low: 0)

    /// - Parameter report: called with the clinic and the description of each difference.
    func run(_ report: (UUIDBytes, String) -> Void) async throws {
        var rows: [UUIDBytes: UUIDBytes?] = [:]
        try await forEachRow { _, key, half in rows[Self.short(key)] = half }
        var last = ""
        while true {
            let records = try await connection.perform(records(after: last), effect: .reads)
            if records.isEmpty { break }
            for record in records {
                let (clinic, key) = (try record.uuid(0), try record.text(1))
                last = key
                let digest = try record.optionalBytes(2)
                let row = rows.removeValue(forKey: Self.short(key))
                switch (digest, row) {
                case (nil, nil): break
                case (nil, .some): report(clinic, "\(source.name) \(key) was put there past the server")
                case (.some, nil): report(clinic, "\(source.name) \(key) was removed past the server")
                case (let digest?, let row?):
                    if UUIDBytes(bytes: digest.prefix(16)) != row {
                        report(clinic, "\(source.name) \(key) was altered past the server")
                    }
                }
            }
        }
        guard !rows.isEmpty else { return }
        try await forEachRow { clinic, key, _ in
            if rows[Self.short(key)] != nil { report(clinic, "\(source.name) \(key) was put there past the server") }
        }
    }

    /// Calls `body` with the clinic, the key of the record and the half digest of each row.
    private func forEachRow(_ body: (UUIDBytes, String, UUIDBytes?) -> Void) async throws {
        // A name of its own for each table, since a prepared statement is for one form of rows.
        let cursor = Identifier(source.table)
        _ = try await connection.perform("DECLARE \(cursor) NO SCROLL CURSOR FOR \(source.rows)", effect: .reads)
        while true {
            let some = try await connection.perform("FETCH FORWARD 5000 FROM \(cursor)", effect: .reads)
            if some.isEmpty { break }
            for row in some {
                let (clinic, key, parts) = try source.record(row)
                body(clinic ?? Self.noClinic, key, UUIDBytes(bytes: RecordDigest.of(parts).prefix(16)))
            }
        }
        _ = try await connection.perform("CLOSE \(cursor)", effect: .reads)
    }

    /// A short digest of a record's key, under which the row is remembered.
    private static func short(_ key: String) -> UUIDBytes {
        UUIDBytes(bytes: RecordDigest.of([key]).prefix(16)) ?? noClinic
    }

    /// The statement that selects a page of the last records of the source's rows, in the order of their keys.
    private func records(after key: String) -> Statement {
        """
        SELECT DISTINCT ON (r.key) r.clinic_id, r.key, r.digest FROM ONLY public.credential_record AS r
        WHERE r.source = \(source.name) AND r.key > \(key) ORDER BY r.key, r.number DESC LIMIT \(Self.page)
        """
    }
}
