import EventSourcing
import SQL

/// The delays after attempts of one kind, such as wrong passwords. A number of attempts is free; each further one
/// doubles the wait for the next. The count of attempts decreases with time.
struct AttemptRule: Sendable {
    let kind: StaticString
    /// The number of attempts that cause no wait for the next one.
    let free: Double
    /// The seconds after which the count of attempts has decreased by one.
    let forgetsAfter: Double
    /// The longest wait for the next attempt, in seconds.
    let longestWait: Double
    /// Whether a successful attempt resets the count of earlier attempts under this rule.
    var endsWithSuccess = false

    /// The rule for wrong passwords and wrong codes of the second factor, for one account from one network. Attackers
    /// in other networks cannot delay the account's owner.
    static let accountFromNetwork = AttemptRule(
        kind: "account from network", free: 5, forgetsAfter: 600, longestWait: 900, endsWithSuccess: true)
    /// The rule for wrong passwords and wrong codes of the second factor, for one account in one open session, or on a
    /// device on which the account has signed in before. Attempts in such a session or on such a device count under no
    /// other rule.
    static let accountOnDevice = AttemptRule(
        kind: "account on device", free: 5, forgetsAfter: 600, longestWait: 900, endsWithSuccess: true)
    /// The rule for wrong passwords and wrong codes of the second factor, for one account from all networks together,
    /// against distributed attacks. NIST's limit is a hundred (SP 800-63B §3.2.2). The wait stays short, and known
    /// devices are exempt.
    static let account = AttemptRule(kind: "account", free: 100, forgetsAfter: 36, longestWait: 60)
    /// The rule for wrong passwords and wrong codes of the second factor, for all accounts from one network, against an
    /// attacker who tries many accounts. Many people may share one address.
    static let network = AttemptRule(kind: "network", free: 50, forgetsAfter: 12, longestWait: 60)
    /// The rule for correct passwords of an account, on each known device and on all other devices together. Correct
    /// passwords are limited too, because their hashes cost as much as those of wrong ones.
    static let success = AttemptRule(kind: "success", free: 50, forgetsAfter: 12, longestWait: 60)
}

/// The count of attempts under one rule, for one account, network or device.
struct AttemptBucket: Sendable {
    let key: [UInt8]
    let rule: AttemptRule

    /// Creates the count of attempts under a rule.
    ///
    /// - Parameter parts: the account, network or device whose attempts are counted. Only an HMAC of these is stored.
    init(_ rule: AttemptRule, _ parts: [String], _ pepper: Pepper) {
        self.rule = rule
        let kind = Array(rule.kind.description.utf8)
        key = Array(pepper.authenticate("attempts", [kind] + parts.map { Array($0.utf8) }).prefix(16))
    }

    /// The count of correct passwords of an account.
    ///
    /// - Parameter device: a known device; empty for all other devices together.
    static func successes(of account: String, on device: String, _ pepper: Pepper) -> AttemptBucket {
        AttemptBucket(.success, [account, device], pepper)
    }

    /// A statement that selects the time at which attempts under the given counts are allowed again; `NULL` if nothing
    /// is counted.
    static func waits(_ buckets: [AttemptBucket]) -> Statement {
        "SELECT max(free_at) FROM attempt_count WHERE bucket = ANY (\(buckets.map { Bytes($0.key) })::bytea[])"
    }

    /// A statement that counts an attempt, such as a wrong password; it returns false if no attempt is allowed now.
    func count(at now: Instant) -> Statement {
        "SELECT count_attempt(\(key), \(now), \(rule.free), \(rule.forgetsAfter), \(rule.longestWait))"
    }

    /// A statement that takes back the attempt that was counted last, and the wait that it caused. Earlier attempts
    /// stay counted.
    var takeOneBack: Statement {
        "UPDATE attempt_count SET level = greatest(0, level - 1), free_at = 'epoch' WHERE bucket = \(key)"
    }

    /// A statement that deletes a count of attempts, unless the caller must still wait because of it.
    func clear(at now: Instant) -> Statement {
        "DELETE FROM attempt_count WHERE bucket = \(key) AND free_at <= \(now)"
    }
}
