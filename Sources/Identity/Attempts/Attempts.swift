public import EventSourcing
import PostgresClient
import SQL

/// The counts of a login's failures.
///
/// Checked before the hash, so that a delayed attempt costs nothing. Counted after it, one after the other, so that of
/// many guesses at once no more get an answer than of guesses in a row. All nodes count in one table.
struct Attempts: Sendable {
    let buckets: [AttemptBucket]

    init(_ buckets: [AttemptBucket]) { self.buckets = buckets }

    /// The counts of one login.
    ///
    /// - Parameters:
    ///   - account: the e-mail, whether it has an account or not, so that the delay does not reveal it.
    ///   - knownDevice: a device that the account has used before; attempts elsewhere do not delay it.
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

    /// Checks whether an attempt is allowed now.
    ///
    /// - Throws: `IdentityRejection.tooManyAttempts` if the caller must wait.
    static func check(_ rows: Rows, at now: Instant) throws {
        guard let row = rows.first, let free = try row.optionalTimestamp(0)?.microsecondsSince1970 else { return }
        let micros = free - now.secondsSince1970 * 1_000_000
        if micros > 0 { throw IdentityRejection.tooManyAttempts(seconds: Int((micros + 999_999) / 1_000_000)) }
    }
}

extension Identity {
    /// Counts a wrong attempt.
    ///
    /// - Throws: always: `rejection`, or `tooManyAttempts` if so many came at once that this one's result is not
    ///   revealed.
    func fail(_ attempts: Attempts, with rejection: IdentityRejection, at now: Instant) async throws -> Never {
        let statements = attempts.buckets.map { $0.count(at: now) } + [AttemptBucket.waits(attempts.buckets)]
        let rows = try await pool.perform(statements)
        for counted in rows.dropLast() where try counted.first?.bool(0) == false {
            try Attempts.check(rows[rows.count - 1], at: now)
        }
        throw rejection
    }

    /// Resets the caller's own failures of the account; those of others stay.
    ///
    /// - Throws: `tooManyAttempts` if others failed meanwhile; this one's success is not revealed then.
    func pass(_ attempts: Attempts, at now: Instant) async throws {
        let own = attempts.buckets.filter(\.rule.endsWithSuccess)
        let rows = try await pool.perform([AttemptBucket.waits(attempts.buckets)] + own.map { $0.clear(at: now) })
        try Attempts.check(rows[0], at: now)
    }

    /// Counts a right password, which is limited too: only its owner can reach that limit.
    ///
    /// - Throws: `tooManyAttempts` if there were too many.
    func countSuccess(of account: String, on device: String, at now: Instant) async throws {
        let bucket = AttemptBucket.successes(of: account, on: device, shared.pepper)
        let rows = try await pool.perform([bucket.count(at: now), AttemptBucket.waits([bucket])])
        if try rows[0].first?.bool(0) == false { try Attempts.check(rows[1], at: now) }
    }

    /// Deletes counts that have decayed to zero.
    public func forgetAttempts(at now: Instant) async throws {
        _ = try await pool.perform("DELETE FROM attempt_count WHERE forget_at < \(now)")
    }
}
