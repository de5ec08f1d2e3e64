public import Endpoints
public import EventSourcing
import EventLoop
public import Identifiers
import PostgresClient
import SQL

/// A client that a person has paired with their account.
public struct PairedClient: Sendable {
    public let id: UUIDBytes
    public let name: String
    public let pairedAt: Instant
    public let lastUsedAt: Instant
    public let expiresAt: Instant
}

/// The account and the paired client to which a paired client's token belongs.
public struct PairedCaller: Sendable {
    public let account: UUIDBytes
    public let client: UUIDBytes
}

extension Identity {
    /// The maximum number of requests of a paired client in a minute.
    private static let requestsPerMinute: Int32 = 60
    /// The number of days for which the rows of ended paired clients and expired pairing codes are kept.
    private static let daysEndedClientsAreKept: Int64 = 90

    /// Whether a text has the form of a paired client's token.
    public static func isPairedClientToken(_ text: String) -> Bool { PairedClientToken(text) != nil }

    /// Finds the account of a paired client's token, and counts the request. All servers count in the same row.
    ///
    /// - Throws: 401 if the token is not valid; 429 if the client has sent too many requests in this minute.
    public func pairedCaller(_ text: String, at now: Instant) async throws -> PairedCaller {
        guard let token = PairedClientToken(text) else { throw Problem.unauthenticated }
        // Servers' clocks differ a little. If the stored minute of a paired client's requests begins much later than
        // the present time, it began before a clock was set back.
        let isNewMinute: Statement =
            "minute_began_at NOT BETWEEN \(now.adding(seconds: -59)) AND \(now.adding(minutes: 1))"
        let rows = try await pool.perform(
            """
            UPDATE paired_client
            SET last_used_at = greatest(last_used_at, \(now)),
                minute_began_at = CASE WHEN \(isNewMinute) THEN \(now) ELSE minute_began_at END,
                requests = CASE WHEN \(isNewMinute) THEN 1 ELSE requests + 1 END
            WHERE client_id = \(token.id) AND digest = \(token.digest(shared.pepper)) AND ended_at IS NULL
                AND expires_at > \(now)
            RETURNING account_id, requests, minute_began_at
            """)
        guard let row = rows.first else { throw Problem.unauthenticated }
        guard try row.int32(1) <= Self.requestsPerMinute else {
            let wait = try row.instant(2).secondsSince1970 + 60 - now.secondsSince1970
            throw Problem.tooManyRequests(retryAfter: Int(max(1, min(60, wait))))
        }
        return PairedCaller(account: try row.uuid(0), client: token.id)
    }

    /// The paired clients of the caller's account whose tokens are valid, newest first.
    public func pairedClients(of caller: Principal, at now: Instant) async throws -> [PairedClient] {
        let statement: Statement = """
            SELECT client_id, name, paired_at, last_used_at, expires_at FROM paired_client
            WHERE account_id = \(caller.account) AND ended_at IS NULL AND expires_at > \(now)
            ORDER BY paired_at DESC, client_id DESC LIMIT \(Self.shownClients)
            """
        return try await pool.perform(statement, effect: .reads).map { row in
            PairedClient(
                id: try row.uuid(0), name: try row.text(1), pairedAt: try row.instant(2),
                lastUsedAt: try row.instant(3), expiresAt: try row.instant(4))
        }
    }

    private static let shownClients: Int64 = 100

    /// Revokes a paired client of the caller's account. The client's token is refused from then on.
    ///
    /// - Throws: 404 if the account has no such client.
    public func revokePairedClient(_ client: UUIDBytes, by caller: Principal, at now: Instant) async throws {
        let rows = try await pool.perform([
            .actor(caller.account),
            """
            UPDATE paired_client SET ended_at = \(now)
            WHERE client_id = \(client) AND account_id = \(caller.account) AND ended_at IS NULL AND expires_at > \(now)
            RETURNING client_id
            """,
        ])
        guard !rows[1].isEmpty else { throw Problem.notFound }
    }

    /// Deletes the rows of clients that ended or expired more than `daysEndedClientsAreKept` days ago, and of pairing
    /// codes that expired before that.
    func forgetPairedClients(at now: Instant) async throws {
        let last = now.adding(days: -Self.daysEndedClientsAreKept)
        _ = try await pool.perform([
            "DELETE FROM paired_client WHERE least(ended_at, expires_at) < \(last)",
            "DELETE FROM pairing_code WHERE expires_at < \(last)",
        ])
    }
}
