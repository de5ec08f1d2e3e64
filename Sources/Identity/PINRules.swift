import Identifiers
import SQL

/// The PIN: six digits that unlock an account on one device (S3 §6).
///
/// It is worth nothing without the session's own token, so it is short; it is checked five times at the most, and the
/// count is taken before the check, so that parallel guesses are counted too.
enum PINRules {
    static let digits = 6
    static let attempts = 5

    /// Six ASCII digits that are not all the same and not a plain run up or down.
    static func isAcceptable(_ pin: String) -> Bool {
        let values = pin.utf8.map { Int($0) - Int(UInt8(ascii: "0")) }
        guard values.count == digits, values.allSatisfy({ (0...9).contains($0) }) else { return false }
        let steps = Set(zip(values, values.dropFirst()).map { $1 - $0 })
        return steps != [0] && steps != [1] && steps != [-1]
    }

    /// What is hashed in the PIN's place: it differs by account and device, and cannot be tried without the pepper.
    static func secret(_ pin: String, account: UUIDBytes, device: String, pepper: Pepper) -> [UInt8] {
        pepper.authenticate("pin", [account.bytes, Array(device.utf8), Array(pin.utf8)])
    }

    static func set(_ hash: String, account: UUIDBytes, device: String, at now: Timestamp) -> Statement {
        """
        INSERT INTO device_pin (account_id, device_id, pin_hash, changed_at)
        VALUES (\(account), \(device), \(hash), \(now))
        ON CONFLICT (account_id, device_id)
        DO UPDATE SET pin_hash = excluded.pin_hash, failures = 0, changed_at = excluded.changed_at
        """
    }

    /// Takes one attempt; no row where there is no PIN or no attempt left.
    static func takeAttempt(account: UUIDBytes, device: String) -> Statement {
        """
        UPDATE device_pin SET failures = failures + 1
        WHERE account_id = \(account) AND device_id = \(device) AND failures < \(Int32(attempts))
        RETURNING pin_hash, failures
        """
    }

    static func clearFailures(account: UUIDBytes, device: String) -> Statement {
        "UPDATE device_pin SET failures = 0 WHERE account_id = \(account) AND device_id = \(device)"
    }

    static func remove(account: UUIDBytes, device: String) -> Statement {
        "DELETE FROM device_pin WHERE account_id = \(account) AND device_id = \(device)"
    }

    static func exists(account: UUIDBytes, device: String) -> Statement {
        "SELECT failures FROM device_pin WHERE account_id = \(account) AND device_id = \(device)"
    }
}
