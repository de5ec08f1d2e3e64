public import EventSourcing
public import Identifiers
import PostgresClient
import SQL

extension Health {
    private static let exportPage = 1_000

    /// The id of the account with an e-mail address; `nil` if there is none.
    public func account(of email: String) async throws -> UUIDBytes? {
        try await pool.perform("SELECT account_id FROM account WHERE email = \(email.lowercased())", effect: .reads)
            .first.map { row throws(PostgresError) in try row.uuid(0) }
    }

    /// Reads all samples of an account, page by page, sorted by type and then by time. Samples of types that are not
    /// enabled are included. The export is recorded as a device event.
    ///
    /// - Parameter write: a function that receives each page.
    /// - Throws: `HealthError`; a `PostgresError`; or an error that `write` throws.
    public func export(
        of account: UUIDBytes, at now: Instant, write: ([HealthSample]) async throws -> Void
    ) async throws {
        let event = DeviceEvent.note(
            .samplesExported, of: account, by: nil, types: HealthType.allCases, count: 0, at: now)
        guard let row = try await pool.perform([event, HealthAccount.find(account)])[1].first else { return }
        let key = try self.key(HealthAccount(row).sealedKey, of: account)
        for type in HealthType.allCases {
            var last: HealthSample?
            while true {
                let rows = try await pool.perform(Self.page(of: type, after: last, of: account), effect: .reads)
                let page = try rows.map { row in try row.sample(with: key) }
                guard !page.isEmpty else { break }
                try await write(page)
                last = page.last
            }
        }
    }

    private static func page(of type: HealthType, after last: HealthSample?, of account: UUIDBytes) -> Statement {
        let rest: Statement =
            last.map { last -> Statement in "AND (started_at, sample_id) > (\(last.start), \(last.id))" } ?? ""
        return """
            SELECT sample_id, type, started_at, ended_at, sealed FROM health_sample
            WHERE account_id = \(account) AND type = \(type.rawValue) \(rest)
            ORDER BY started_at, sample_id LIMIT \(exportPage)
            """
    }
}
