public import EventSourcing
public import Identifiers
import PostgresClient
import SQL

/// A request for the health samples of an account.
public struct SampleQuery: Hashable, Sendable {
    public let types: [HealthType]
    /// The beginning of the requested period. A health sample that begins at this time is included.
    public let start: Instant
    /// The end of the requested period. Only health samples that begin before this time are included.
    public let end: Instant
    public let limit: Int
    public let offset: Int

    public init(types: [HealthType], start: Instant, end: Instant, limit: Int, offset: Int) {
        self.types = types
        self.start = start
        self.end = end
        self.limit = limit
        self.offset = offset
    }
}

/// A page of health samples, or the reason why the samples are not read.
public enum SamplePage: Sendable {
    case samples([HealthSample], hasMore: Bool)
    /// The person has not enabled one of the types of samples that the request asks for.
    case typeNotEnabled
    /// The person has locked the health samples.
    case locked
}

extension Health {
    /// Reads samples of an account, sorted by their beginning, and records the access as a device event.
    ///
    /// - Parameters:
    ///   - client: the paired client that asks; `nil` for a session of the person.
    ///   - kind: the kind of the recorded device event.
    /// - Throws: `HealthError`; or a `PostgresError`.
    public func samples(
        _ query: SampleQuery, of account: UUIDBytes, by client: UUIDBytes?, as kind: DeviceEvent.Kind = .samplesRead,
        at now: Instant
    ) async throws -> SamplePage {
        let limit = max(1, min(query.limit, Self.largestPage))
        let found = try await pool.perform([
            DeviceEvent.note(kind, of: account, by: client, types: query.types, count: limit, at: now),
            HealthAccount.find(account), Self.page(query, limit: limit, of: account),
        ])
        guard let row = found[1].first else { return .typeNotEnabled }
        let known = try HealthAccount(row)
        guard Set(query.types).isSubset(of: known.enabledTypes) else { return .typeNotEnabled }
        guard !known.isLocked else { return .locked }
        let samples = try await opened(found[2], limit: limit, with: key(known.sealedKey, of: account))
        return .samples(samples, hasMore: found[2].count > limit)
    }

    /// A statement that reads one sample more than a page, to find out whether further samples exist.
    private static func page(_ query: SampleQuery, limit: Int, of account: UUIDBytes) -> Statement {
        """
        SELECT sample_id, type, started_at, ended_at, sealed FROM health_sample
        WHERE account_id = \(account) AND type = ANY (\(query.types.map(\.rawValue))) AND started_at >= \(query.start)
            AND started_at < \(query.end)
        ORDER BY started_at, sample_id LIMIT \(limit + 1) OFFSET \(max(0, query.offset))
        """
    }

    private func opened(_ rows: Rows, limit: Int, with key: SampleKey) async throws -> [HealthSample] {
        var samples: [HealthSample] = []
        for row in rows.prefix(limit) {
            samples.append(try row.sample(with: key))
            if samples.count % Self.samplesBetweenPauses == 0 { await Task.yield() }
        }
        return samples
    }
}

extension Row {
    /// Reads and decrypts a sample from the columns `sample_id`, `type`, `started_at`, `ended_at` and `sealed`.
    func sample(with key: SampleKey, from column: Int = 0) throws -> HealthSample {
        try key.open(
            bytes(column + 4), id: uuid(column), type: text(column + 1), start: instant(column + 2),
            end: instant(column + 3))
    }
}
