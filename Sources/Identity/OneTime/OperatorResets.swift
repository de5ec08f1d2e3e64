import EventLoop
public import EventSourcing
public import Identifiers
import PostgresClient
import SQL

/// Resets of passwords and second factors by an operator, for people who cannot sign in.
extension Identity {
    /// Creates a token for choosing a password, which the operator hands over instead of mailing it. The present
    /// password, all sessions, PINs and earlier tokens for choosing a password become invalid immediately.
    ///
    /// - Parameter clinic: the clinic whose roles take effect for the token's holder, even if they waited for the owner
    ///   of the e-mail address. If any waited, the account's second factor is removed.
    /// - Throws: a `Problem`, 404 if the e-mail address has no account.
    public func resetPassword(of email: String, in clinic: UUIDBytes, at now: Instant) async throws -> String {
        loop.preconditionCurrent()
        let email = EmailRules.normalized(email)
        let id = newID(at: now)
        let purpose = OneTimePurpose.handed
        let rows = try await pool.perform([
            AccountTurn.changes(email: email),
            "UPDATE account SET password_hash = NULL WHERE email = \(email) RETURNING account_id",
            Self.endAll(email, reason: "password_changed", at: now),
            "DELETE FROM device_pin WHERE account_id = (SELECT account_id FROM account WHERE email = \(email))",
            """
            UPDATE one_time_token SET used_at = \(now)
            WHERE account_id = (SELECT account_id FROM account WHERE email = \(email))
                AND purpose IN ('password', 'invitation', 'handed') AND used_at IS NULL
            """,
            """
            WITH taken_up AS (
                UPDATE membership SET awaits_owner = false
                WHERE account_id = (SELECT account_id FROM account WHERE email = \(email)) AND clinic_id = \(clinic)
                    AND ended_at IS NULL AND awaits_owner
                RETURNING account_id
            )
            DELETE FROM second_factor WHERE account_id IN (SELECT account_id FROM taken_up)
            """,
            """
            INSERT INTO one_time_token (token_id, purpose, email, account_id, created_at, expires_at)
            SELECT \(id), \(purpose.rawValue), email, account_id, \(now), \(now.adding(seconds: purpose.lifetime))
            FROM account WHERE email = \(email)
            """,
        ])
        guard !rows[1].isEmpty else { throw IdentityRejection.noSuchAccount.problem }
        await forgetEverywhere(try rows[2].map { try $0.uuid(0) })
        return OneTimeToken(id, purpose, email: email, shared.pepper).text
    }

    /// Removes the second factor of a person who has lost the phone with the authenticator app. Logins of the person
    /// then require no code. All sessions and paired clients of the account end.
    ///
    /// - Throws: a `Problem`, 404 if the e-mail address has no account.
    public func resetSecondFactor(of email: String, at now: Instant) async throws {
        loop.preconditionCurrent()
        let email = EmailRules.normalized(email)
        let rows = try await pool.perform([
            AccountTurn.changes(email: email),
            "DELETE FROM second_factor WHERE account_id = (SELECT account_id FROM account WHERE email = \(email))",
            Self.endAll(email, reason: "second_factor_changed", at: now),
            "DELETE FROM pairing_code WHERE account_id = (SELECT account_id FROM account WHERE email = \(email))",
            """
            UPDATE paired_client SET ended_at = \(now)
            WHERE account_id = (SELECT account_id FROM account WHERE email = \(email)) AND ended_at IS NULL
            """,
        ])
        guard !rows[0].isEmpty else { throw IdentityRejection.noSuchAccount.problem }
        await forgetEverywhere(try rows[2].map { try $0.uuid(0) })
    }

    private static func endAll(_ email: String, reason: String, at now: Instant) -> Statement {
        """
        UPDATE session SET ended_at = \(now), end_reason = \(reason)
        FROM account
        WHERE account.email = \(email) AND session.account_id = account.account_id AND session.ended_at IS NULL
        RETURNING session.session_id
        """
    }
}
