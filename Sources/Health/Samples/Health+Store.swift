public import EventSourcing
public import Identifiers
import PostgresClient
import SQL

/// The outcome for a health sample that a phone has sent.
public enum SampleOutcome: Hashable, Sendable {
    case accepted
    /// The account already has a health sample with the same id.
    case duplicate
    case refused(SampleRefusal)
}

extension Health {
    /// Stores the samples that a phone has sent. A sample with a stored id is not stored again.
    ///
    /// - Parameter client: the paired client that sent the samples; `nil` for a session of the person.
    /// - Returns: the outcome for each sample, in order.
    /// - Throws: `HealthError`; or a `PostgresError`.
    public func store(
        _ samples: [HealthSample], of account: UUIDBytes, by client: UUIDBytes?, at now: Instant
    ) async throws -> [SampleOutcome] {
        let found = try await pool.perform([try openAccount(account), HealthAccount.find(account)])[1].first
        guard let found else { throw HealthError.removedMeanwhile }
        let known = try HealthAccount(found)
        let key = try self.key(known.sealedKey, of: account)
        let enabled = Set(known.enabledTypes)
        var outcomes: [SampleOutcome] = []
        var wanted: [UUIDBytes: Int] = [:]
        var rows = SampleRows()
        for (index, sample) in samples.enumerated() {
            if let refusal = sample.refusal(enabled: enabled, at: now) {
                outcomes.append(.refused(refusal))
                continue
            }
            outcomes.append(.duplicate)
            guard wanted[sample.id] == nil else { continue }
            wanted[sample.id] = index
            rows.add(sample, sealed: try key.seal(sample))
            if rows.count % Self.samplesBetweenPauses == 0 { await Task.yield() }
        }
        guard rows.count > 0 else { return outcomes }
        for outcome in try await insert(rows, under: known.sealedKey, of: account, by: client, at: now) {
            guard let index = wanted[outcome.key] else { continue }
            outcomes[index] = outcome.value
        }
        return outcomes
    }

    /// The number of samples that are encrypted or decrypted before other requests of the loop can run.
    static let samplesBetweenPauses = 250

    /// Inserts new samples of an account.
    ///
    /// - Returns: `accepted` for each inserted sample, and nothing for a sample that was stored before. If the account
    ///   would have too many samples, none is inserted, and each sample is refused.
    private func insert(
        _ rows: SampleRows, under sealedKey: [UInt8], of account: UUIDBytes, by client: UUIDBytes?, at now: Instant
    ) async throws -> [UUIDBytes: SampleOutcome] {
        let types = HealthType.allCases.filter { rows.types.contains($0.rawValue) }
        let inserted = try await pool.perform([
            """
            WITH home AS MATERIALIZED (
                SELECT account_id, samples FROM health_account
                WHERE account_id = \(account) AND sealed_key = \(sealedKey) FOR UPDATE
            ), added AS (
                INSERT INTO health_sample (account_id, sample_id, type, started_at, ended_at, sealed, received_at)
                SELECT home.account_id, sent.*, \(now)
                FROM home, unnest(\(rows.ids)::uuid[], \(rows.types)::text[], \(rows.starts)::timestamptz[],
                    \(rows.ends)::timestamptz[], \(rows.sealed)::bytea[]) AS sent
                WHERE home.samples + \(rows.count) <= \(Self.samplesOfAccount)
                ON CONFLICT (account_id, sample_id) DO NOTHING
                RETURNING sample_id
            ), counted AS (
                UPDATE health_account SET samples = health_account.samples + (SELECT count(*) FROM added)
                WHERE account_id IN (SELECT account_id FROM home)
            )
            SELECT samples, ARRAY(SELECT sample_id FROM added) FROM home
            """,
            DeviceEvent.note(.samplesStored, of: account, by: client, types: types, count: rows.count, at: now),
        ])[0]
        guard let row = inserted.first else { throw HealthError.removedMeanwhile }
        guard try row.int64(0) + Int64(rows.count) <= Self.samplesOfAccount else {
            return Dictionary(uniqueKeysWithValues: rows.ids.map { ($0, .refused(.accountFull)) })
        }
        return Dictionary(uniqueKeysWithValues: try row.uuids(1).map { ($0, .accepted) })
    }
}

/// New rows of the table `health_sample`, as one array for each column.
private struct SampleRows {
    private(set) var ids: [UUIDBytes] = []
    private(set) var types: [String] = []
    private(set) var starts: [Instant] = []
    private(set) var ends: [Instant] = []
    private(set) var sealed: [Bytes] = []

    var count: Int { ids.count }

    mutating func add(_ sample: HealthSample, sealed bytes: [UInt8]) {
        ids.append(sample.id)
        types.append(sample.type)
        starts.append(sample.start)
        ends.append(sample.end)
        sealed.append(Bytes(bytes))
    }
}
