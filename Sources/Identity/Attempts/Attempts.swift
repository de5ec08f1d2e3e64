public import EventSourcing
import PostgresClient
import SQL

/// Where a login's failures are counted.
///
/// Looked at before the hash, so that who has to wait costs nothing; counted after it, one after the other, so that of many
/// guesses at once no more are told to be wrong than of as many in a row. All nodes count in one table.
struct Attempts: Sendable {
    let buckets: [AttemptBucket]

    init(_ buckets: [AttemptBucket]) { self.buckets = buckets }

    /// - Parameters:
    ///   - account: the e-mail, whether there is such an account or not: nobody learns that from waiting.
    ///   - knownDevice: where the account has signed in before; nobody else can make it wait there.
    init(account: String, network: String, knownDevice: String?, _ pepper: Pepper) {
        if let knownDevice {
            buckets = [AttemptBucket(.accountOnDevice, [account, knownDevice], pepper)]
        } else {
            // Always in this order, in which rows are locked.
            buckets = [
                AttemptBucket(.account, [account], pepper),
                AttemptBucket(.accountFromNetwork, [account, network], pepper),
                AttemptBucket(.network, [network], pepper),
            ]
        }
    }

    /// - Throws: `Refusal.tooManyAttempts` where it is to wait.
    static func check(_ rows: Rows, at now: Instant) throws {
        guard let row = rows.first, let free = try row.optionalTimestamp(0)?.microsecondsSince1970 else { return }
        let micros = free - now.secondsSince1970 * 1_000_000
        if micros > 0 { throw Refusal.tooManyAttempts(seconds: Int((micros + 999_999) / 1_000_000)) }
    }
}

extension Identity {
    /// Counts a wrong attempt.
    ///
    /// - Throws: always: `refusal`, or that it has to wait, where so many came at once that this one's outcome is not told.
    func fail(_ attempts: Attempts, with refusal: Refusal, at now: Instant) async throws -> Never {
        let statements = attempts.buckets.map { $0.count(at: now) } + [AttemptBucket.waits(attempts.buckets)]
        let rows = try await pool.perform(statements)
        for counted in rows.dropLast() where try counted.first?.bool(0) == false {
            try Attempts.check(rows[rows.count - 1], at: now)
        }
        throw refusal
    }

    /// Forgets the account's failures from here; those of others stay counted.
    ///
    /// - Throws: that it has to wait, where others failed meanwhile: that this one was right is not told then.
    func pass(_ attempts: Attempts, at now: Instant) async throws {
        let own = attempts.buckets.filter(\.rule.endsWithSuccess)
        let rows = try await pool.perform([AttemptBucket.waits(attempts.buckets)] + own.map { $0.clear(at: now) })
        try Attempts.check(rows[0], at: now)
    }

    /// Counts a right password, which is a limit too: only those who know it can reach that.
    ///
    /// - Throws: that it has to wait, where there were too many.
    func countSuccess(of account: String, on device: String, at now: Instant) async throws {
        let bucket = AttemptBucket.successes(of: account, on: device, shared.pepper)
        let rows = try await pool.perform([bucket.count(at: now), AttemptBucket.waits([bucket])])
        if try rows[0].first?.bool(0) == false { try Attempts.check(rows[1], at: now) }
    }

    /// Lets go of counts that say nothing any more.
    public func forgetAttempts(at now: Instant) async throws {
        _ = try await pool.perform("DELETE FROM attempt_count WHERE forget_at < \(now)")
    }
}
