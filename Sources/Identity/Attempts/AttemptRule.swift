import EventSourcing
import SQL

/// How wrong attempts of one kind are delayed: some are free, then each doubles the wait for the next. Counts decay
/// with time.
struct AttemptRule: Sendable {
    let kind: StaticString
    /// The number of attempts without a wait.
    let free: Double
    /// The seconds in which the count decreases by one.
    let forgetsAfter: Double
    /// The longest wait in seconds.
    let longestWait: Double
    /// Whether a success resets the caller's own count; the counts of others stay.
    var endsWithSuccess = false

    /// The rule for an account from one network. Attackers elsewhere cannot delay its owner.
    static let accountFromNetwork = AttemptRule(
        kind: "account from network", free: 5, forgetsAfter: 600, longestWait: 900, endsWithSuccess: true)
    /// The rule for an account on a device that it has used before: the only count for attempts from there.
    static let accountOnDevice = AttemptRule(
        kind: "account on device", free: 5, forgetsAfter: 600, longestWait: 900, endsWithSuccess: true)
    /// The rule for an account from everywhere, against attacks from many networks; a hundred is NIST's bound (SP
    /// 800-63B §3.2.2). The wait stays short, and known devices are exempt.
    static let account = AttemptRule(kind: "account", free: 100, forgetsAfter: 36, longestWait: 60)
    /// The rule for a network, against one attacker on many accounts. Many people may share one address.
    static let network = AttemptRule(kind: "network", free: 50, forgetsAfter: 12, longestWait: 60)
    /// The rule for right passwords of an account, on each known device and on all other devices together. A hash costs
    /// the same when the password is right.
    static let success = AttemptRule(kind: "success", free: 50, forgetsAfter: 12, longestWait: 60)
}

/// The count of wrong attempts by one account, network or device.
struct AttemptBucket: Sendable {
    let key: [UInt8]
    let rule: AttemptRule

    /// A count under a rule.
    ///
    /// - Parameter parts: account, network or device; only a code of them is stored.
    init(_ rule: AttemptRule, _ parts: [String], _ pepper: Pepper) {
        self.rule = rule
        let kind = Array(rule.kind.description.utf8)
        key = Array(pepper.authenticate("attempts", [kind] + parts.map { Array($0.utf8) }).prefix(16))
    }

    /// The count of right passwords of an account.
    ///
    /// - Parameter device: a known device; empty for all others together.
    static func successes(of account: String, on device: String, _ pepper: Pepper) -> AttemptBucket {
        AttemptBucket(.success, [account, device], pepper)
    }

    /// A statement for the time until which attempts under any of these counts must wait; `NULL` for none.
    static func waits(_ buckets: [AttemptBucket]) -> Statement {
        "SELECT max(free_at) FROM attempt_count WHERE bucket = ANY (\(buckets.map { Bytes($0.key) })::bytea[])"
    }

    /// A statement that counts a wrong attempt; it returns false if no attempt is allowed now.
    func count(at now: Instant) -> Statement {
        "SELECT count_attempt(\(key), \(now), \(rule.free), \(rule.forgetsAfter), \(rule.longestWait))"
    }

    /// A statement that resets the count.
    func clear(at now: Instant) -> Statement {
        "DELETE FROM attempt_count WHERE bucket = \(key) AND free_at <= \(now)"
    }
}
