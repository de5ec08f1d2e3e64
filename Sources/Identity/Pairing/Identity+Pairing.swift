public import Endpoints
public import EventSourcing
import EventLoop
public import Identifiers
import PostgresClient
import SQL

/// A new pairing code, and the time at which it expires.
public struct IssuedPairingCode: Sendable {
    public let code: String
    public let expiresAt: Instant
}

/// The token of a new paired client. It is shown only once.
public struct PairedToken: Sendable {
    public let account: UUIDBytes
    public let client: UUIDBytes
    public let token: String
    public let expiresAt: Instant
}

/// The reason why a client was not paired. Unknown, wrong, expired and used codes have the same reason, so an answer
/// does not reveal which codes exist.
public enum PairingRefusal: Error, Hashable {
    case invalidCode
    case tooManyAttempts(seconds: Int)
}

extension Identity {
    /// The maximum number of paired clients of an account. If a further client is paired, the oldest one is ended.
    private static let clientsOfAccount: Int64 = 20

    /// Makes a pairing code for the caller's account. The account's earlier code becomes void.
    public func issuePairingCode(to caller: Principal, at now: Instant) async throws -> IssuedPairingCode {
        let code = PairingCode()
        let end = now.adding(seconds: PairingCode.lifetime)
        _ = try await pool.perform(
            """
            INSERT INTO pairing_code (account_id, session_id, selector, digest, created_at, expires_at)
            VALUES (\(caller.account), \(caller.session), \(code.selector), \(code.digest(shared.pepper)), \(now), \(end))
            ON CONFLICT (account_id) DO UPDATE
            SET session_id = excluded.session_id, selector = excluded.selector, digest = excluded.digest,
                created_at = excluded.created_at, expires_at = excluded.expires_at, tries = 0, used_at = NULL
            """)
        return IssuedPairingCode(code: code.text, expiresAt: end)
    }

    /// Pairs a client with the account that a pairing code was made for. Wrong codes are counted for the network.
    ///
    /// - Parameters:
    ///   - name: the name that the client has given itself.
    ///   - network: the client's network.
    /// - Throws: `PairingRefusal`; or a `PostgresError`.
    public func pairClient(
        _ text: String, named name: String, from network: String, at now: Instant
    ) async throws -> PairedToken {
        let attempts = Attempts([AttemptBucket(.pairing, [network], shared.pepper)])
        do {
            try Attempts.check(try await pool.perform(AttemptBucket.waits(attempts.buckets), effect: .reads), at: now)
            if let code = PairingCode(text), let paired = try await use(code, by: name, at: now) { return paired }
            try await fail(attempts, with: .invalidToken, at: now)
        } catch IdentityRejection.tooManyAttempts(let seconds) {
            throw PairingRefusal.tooManyAttempts(seconds: seconds)
        } catch is IdentityRejection { throw PairingRefusal.invalidCode }
    }

    /// Tries to use a pairing code, and counts the try.
    ///
    /// - Returns: `nil` if the code is not valid.
    private func use(_ code: PairingCode, by name: String, at now: Instant) async throws -> PairedToken? {
        let token = PairedClientToken(new: newID(at: now))
        let end = now.adding(days: PairedClientToken.daysValid)
        let rows = try await pool.perform(
            [
                """
                WITH tried AS (
                    UPDATE pairing_code
                    SET tries = tries + 1, used_at = CASE WHEN digest = \(code.digest(shared.pepper)) THEN \(now) END
                    WHERE selector = \(code.selector) AND used_at IS NULL AND tries < \(PairingCode.tries)
                        AND expires_at > \(now) AND EXISTS (
                            SELECT FROM session
                            WHERE session.session_id = pairing_code.session_id AND session.ended_at IS NULL)
                    RETURNING account_id, used_at IS NOT NULL AS is_right
                )
                INSERT INTO paired_client (client_id, account_id, digest, name, paired_at, expires_at, last_used_at)
                SELECT \(token.id), account_id, \(token.digest(shared.pepper)), \(name), \(now), \(end), \(now)
                FROM tried WHERE is_right
                RETURNING account_id
                """,
                """
                UPDATE paired_client SET ended_at = \(now)
                WHERE ended_at IS NULL AND client_id IN (
                    SELECT client_id FROM paired_client
                    WHERE ended_at IS NULL
                        AND account_id = (SELECT account_id FROM paired_client WHERE client_id = \(token.id))
                    ORDER BY paired_at DESC, client_id DESC OFFSET \(Self.clientsOfAccount))
                """,
            ])
        guard let row = rows[0].first else { return nil }
        return PairedToken(account: try row.uuid(0), client: token.id, token: token.text, expiresAt: end)
    }
}

extension AttemptRule {
    /// The rule for wrong pairing codes from one network. After ten, a network has about one try a minute, and so 1,450
    /// tries on the first day (`ops/decisions/0335-pairing-codes.md`).
    fileprivate static let pairing = AttemptRule(kind: "pairing", free: 10, forgetsAfter: 60, longestWait: 900)
}
