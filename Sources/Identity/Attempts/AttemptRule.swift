import EventSourcing
import SQL

/// How wrong attempts of one kind are slowed down: some are free, then each makes the next one wait twice as long.
/// What is counted is forgotten with time.
struct AttemptRule: Sendable {
    let kind: StaticString
    /// So many have no wait.
    let free: Double
    /// One is forgotten after so many seconds.
    let forgetsAfter: Double
    /// In seconds.
    let longestWait: Double
    /// Who is right in the end begins anew; what others did stays counted.
    var endsWithSuccess = false

    /// An account asked for from one network. Others elsewhere cannot make its owner wait.
    static let accountFromNetwork = AttemptRule(
        kind: "account from network", free: 5, forgetsAfter: 600, longestWait: 900, endsWithSuccess: true)
    /// An account on a device that it has signed in on before: the only count for attempts from there.
    static let accountOnDevice = AttemptRule(
        kind: "account on device", free: 5, forgetsAfter: 600, longestWait: 900, endsWithSuccess: true)
    /// An account from everywhere, against many who each try a little; a hundred is NIST's bound (SP 800-63B §3.2.2). The
    /// wait stays short, and devices that are known are spared.
    static let account = AttemptRule(kind: "account", free: 100, forgetsAfter: 36, longestWait: 60)
    /// A network, against one who tries many accounts. Many people may stand behind one address.
    static let network = AttemptRule(kind: "network", free: 50, forgetsAfter: 12, longestWait: 60)
    /// Right passwords of an account, on each device that it has signed in on before and on all others together. A hash
    /// costs as much when it is right.
    static let success = AttemptRule(kind: "success", free: 50, forgetsAfter: 12, longestWait: 60)
}

/// What attempts are counted for.
struct AttemptBucket: Sendable {
    let key: [UInt8]
    let rule: AttemptRule

    /// - Parameter parts: who is asked for, from where; only a code of it is kept.
    init(_ rule: AttemptRule, _ parts: [String], _ pepper: Pepper) {
        self.rule = rule
        let kind = Array(rule.kind.description.utf8)
        key = Array(pepper.authenticate("attempts", [kind] + parts.map { Array($0.utf8) }).prefix(16))
    }

    /// Right passwords of an account.
    ///
    /// - Parameter device: where it has signed in before; empty for all other devices together.
    static func successes(of account: String, on device: String, _ pepper: Pepper) -> AttemptBucket {
        AttemptBucket(.success, [account, device], pepper)
    }

    /// Until when attempts wait that are counted for any of these, `NULL` for none.
    static func waits(_ buckets: [AttemptBucket]) -> Statement {
        "SELECT max(free_at) FROM attempt_count WHERE bucket = ANY (\(buckets.map { Bytes($0.key) })::bytea[])"
    }

    /// Counts a wrong attempt; false where none may be looked at now.
    func count(at now: Instant) -> Statement {
        "SELECT count_attempt(\(key), \(now), \(rule.free), \(rule.forgetsAfter), \(rule.longestWait))"
    }

    /// Begins anew.
    func clear(at now: Instant) -> Statement {
        "DELETE FROM attempt_count WHERE bucket = \(key) AND free_at <= \(now)"
    }
}
