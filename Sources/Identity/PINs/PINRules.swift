import EventSourcing
import Identifiers
import SQL

/// The rules for a PIN: six digits that unlock an account on one device.
///
/// A PIN is useless without the session's token, so it may be short. At most five PINs are checked, and each is counted
/// before the check, so that parallel guesses are counted too.
enum PINRules {
    static let digits = 6
    static let attempts = 5

    static func isSixDigits(_ pin: String) -> Bool {
        pin.utf8.count == digits && pin.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Whether a PIN is six ASCII digits that are not commonly guessed.
    static func isAcceptable(_ pin: String) -> Bool { isSixDigits(pin) && !CommonPINs.contains(Array(pin.utf8)) }

    /// The secret that is hashed: an HMAC of PIN, account and device with the pepper, so that a stolen hash cannot be
    /// attacked without the pepper.
    static func secret(_ pin: String, _ holder: PINHolder, _ pepper: Pepper) -> [UInt8] {
        pepper.authenticate("pin", [holder.account.bytes, Array(holder.device.utf8), Array(pin.utf8)])
    }

    /// A statement that sets a first PIN in a session. It returns a row, or none if a PIN is already set or the session
    /// has ended. It must follow `AccountTurn.signsIn` in the transaction.
    static func setInSession(
        _ hash: String, _ deviceKey: DeviceKey?, _ holder: PINHolder, at now: Instant
    ) -> Statement {
        """
        INSERT INTO device_pin (account_id, device_id, pin_hash, device_key, changed_at)
        SELECT account_id, \(holder.device), \(hash), \(deviceKey?.point), \(now) FROM session
        WHERE session_id = \(holder.session) AND account_id = \(holder.account) AND ended_at IS NULL
        ON CONFLICT (account_id, device_id) DO NOTHING
        RETURNING account_id
        """
    }

    /// A statement that sets a first PIN. It returns a row, or none if a PIN is already set.
    static func set(_ hash: String, _ holder: PINHolder, at now: Instant) -> Statement {
        """
        INSERT INTO device_pin (account_id, device_id, pin_hash, changed_at)
        VALUES (\(holder.account), \(holder.device), \(hash), \(now))
        ON CONFLICT (account_id, device_id) DO NOTHING
        RETURNING account_id
        """
    }

    /// A statement that replaces a PIN. It returns a row, or none if the PIN was changed after it was checked.
    static func replace(
        _ old: String, with new: String, _ deviceKey: DeviceKey?, _ holder: PINHolder, at now: Instant
    ) -> Statement {
        """
        UPDATE device_pin SET pin_hash = \(new), failures = 0, changed_at = \(now),
            device_key = coalesce(\(deviceKey?.point), device_key)
        WHERE account_id = \(holder.account) AND device_id = \(holder.device) AND pin_hash = \(old)
        RETURNING account_id
        """
    }

    /// A statement that uses one PIN attempt of an open session. It returns no row if no PIN is set or no attempt is
    /// left.
    static func takeAttempt(_ holder: PINHolder) -> Statement {
        """
        UPDATE device_pin SET failures = failures + 1
        WHERE account_id = \(holder.account) AND device_id = \(holder.device) AND failures < \(Int32(attempts))
            AND EXISTS (SELECT FROM session WHERE session_id = \(holder.session) AND ended_at IS NULL)
        RETURNING pin_hash, failures
        """
    }

    /// A statement that uses one PIN attempt on a paired tablet. It returns no row if no PIN is set or no attempt is
    /// left.
    static func takeAttemptOnTablet(_ holder: PINHolder) -> Statement {
        """
        UPDATE device_pin SET failures = failures + 1
        WHERE account_id = \(holder.account) AND device_id = \(holder.device) AND failures < \(Int32(attempts))
        RETURNING pin_hash, failures
        """
    }

    static func clearFailures(_ holder: PINHolder) -> Statement {
        "UPDATE device_pin SET failures = 0 WHERE account_id = \(holder.account) AND device_id = \(holder.device)"
    }

    static func remove(_ holder: PINHolder) -> Statement {
        "DELETE FROM device_pin WHERE account_id = \(holder.account) AND device_id = \(holder.device)"
    }

    static func exists(account: UUIDBytes, device: String) -> Statement {
        "SELECT FROM device_pin WHERE account_id = \(account) AND device_id = \(device)"
    }

    /// A statement that selects the session's device, whether the session has ended, and whether a PIN is set.
    static func device(of session: UUIDBytes) -> Statement {
        """
        SELECT device_id, ended_at IS NOT NULL, EXISTS (
                SELECT FROM device_pin
                WHERE device_pin.account_id = session.account_id AND device_pin.device_id = session.device_id)
        FROM session WHERE session_id = \(session)
        """
    }
}
