import EventSourcing
import Identifiers
import PostgresClient
import SQL

/// The SQL statements about second factors.
enum SecondFactorStore {
    /// A statement that selects the sealed secret, the last used time step, and the time at which the second factor was
    /// confirmed.
    static func find(_ account: UUIDBytes) -> Statement {
        "SELECT secret, last_step, confirmed_at FROM second_factor WHERE account_id = \(account)"
    }

    /// A statement that creates a second factor, or replaces an unconfirmed one. It returns a row, or none if the
    /// second factor is already confirmed.
    static func begin(_ account: UUIDBytes, sealed: [UInt8], at now: Instant) -> Statement {
        """
        INSERT INTO second_factor (account_id, secret, created_at) VALUES (\(account), \(sealed), \(now))
        ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at
        WHERE second_factor.confirmed_at IS NULL
        RETURNING account_id
        """
    }

    /// A statement that uses a code of the authenticator app. It returns a row, or none if a code of that time step, or
    /// of a later one, was used before.
    static func take(_ step: Int64, _ account: UUIDBytes) -> Statement {
        """
        UPDATE second_factor SET last_step = \(step)
        WHERE account_id = \(account) AND confirmed_at IS NOT NULL AND last_step < \(step)
        RETURNING account_id
        """
    }

    static func takeRecovery(_ code: [UInt8], _ account: UUIDBytes, at now: Instant) -> Statement {
        """
        UPDATE recovery_code SET used_at = \(now)
        WHERE account_id = \(account) AND code = \(code) AND used_at IS NULL
        RETURNING account_id
        """
    }

    /// A statement that confirms a second factor. It returns a row, or none if the second factor is already confirmed,
    /// its secret was replaced, or the session has ended.
    static func confirm(
        _ step: Int64, _ account: UUIDBytes, sealed: [UInt8], in session: UUIDBytes, at now: Instant
    ) -> Statement {
        """
        UPDATE second_factor SET confirmed_at = \(now), last_step = \(step)
        WHERE account_id = \(account) AND confirmed_at IS NULL AND secret = \(sealed)
            AND EXISTS (SELECT FROM session WHERE session_id = \(session) AND ended_at IS NULL)
        RETURNING account_id
        """
    }

    /// A statement that removes the restriction from the account's sessions that waited for a second factor.
    static func release(_ account: UUIDBytes) -> Statement {
        """
        UPDATE session SET lacks_second_factor = false
        WHERE account_id = \(account) AND lacks_second_factor AND ended_at IS NULL
        RETURNING session_id
        """
    }

    static func setRecovery(_ codes: [[UInt8]], _ account: UUIDBytes) -> [Statement] {
        [
            "DELETE FROM recovery_code WHERE account_id = \(account)",
            """
            INSERT INTO recovery_code (account_id, code)
            SELECT \(account), code FROM unnest(\(codes.map { Bytes($0) })::bytea[]) AS code
            """,
        ]
    }

    static func remove(_ account: UUIDBytes) -> Statement {
        "DELETE FROM second_factor WHERE account_id = \(account) RETURNING account_id"
    }
}
