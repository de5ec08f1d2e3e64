public import EventSourcing
import PostgresClient
import SQL

/// The counts of failures that delay one attempt, such as a login.
///
/// The counts are checked before the password's hash is computed, so that a delayed attempt costs nothing. After
/// that computation the failures of simultaneous attempts are counted one after the other, and an attempt whose count
/// has reached the limit gets no result. So simultaneous guesses gain nothing. All servers use the same table.
struct Attempts: Sendable {
    let buckets: [AttemptBucket]

    init(_ buckets: [AttemptBucket]) { self.buckets = buckets }

    /// The counts of failures that delay one attempt to sign in to an account, or to unlock a session by password.
    ///
    /// - Parameters:
    ///   - account: the e-mail address. Attempts for an address without an account are counted too, so that a delay
    ///     does not reveal whether there is one.
    ///   - knownDevice: the device of the attempt if the account has used it before. Failures on other devices do not
    ///     delay attempts on this device.
    init(account: String, network: String, knownDevice: String?, _ pepper: Pepper) {
        if let knownDevice {
            buckets = [AttemptBucket(.accountOnDevice, [account, knownDevice], pepper)]
        } else {
            // Every login updates its counts of attempts in the same order, so that transactions lock the rows in one
            // order and do not deadlock.
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
    /// - Throws: always: `rejection`, or `tooManyAttempts` if so many attempts came at the same time that the result of
    ///   this attempt is not revealed.
    func fail(_ attempts: Attempts, with rejection: IdentityRejection, at now: Instant) async throws -> Never {
        let statements = attempts.buckets.map { $0.count(at: now) } + [AttemptBucket.waits(attempts.buckets)]
        let rows = try await pool.perform(statements)
        for counted in rows.dropLast() where try counted.first?.bool(0) == false {
            try Attempts.check(rows[rows.count - 1], at: now)
        }
        throw rejection
    }

    /// Resets the caller's own failures for the account. The failures of other callers stay.
    ///
    /// - Throws: `tooManyAttempts` if other attempts failed meanwhile. The success of this one is not revealed then.
    func pass(_ attempts: Attempts, at now: Instant) async throws {
        let own = attempts.buckets.filter(\.rule.endsWithSuccess)
        let rows = try await pool.perform([AttemptBucket.waits(attempts.buckets)] + own.map { $0.clear(at: now) })
        try Attempts.check(rows[0], at: now)
    }

    /// Counts a correct password. The number of correct passwords is limited too, but only callers who know the
    /// password can reach the limit.
    ///
    /// - Throws: `tooManyAttempts` if there were too many correct passwords.
    func countSuccess(of account: String, on device: String, at now: Instant) async throws {
        let bucket = AttemptBucket.successes(of: account, on: device, shared.pepper)
        let rows = try await pool.perform([bucket.count(at: now), AttemptBucket.waits([bucket])])
        if try rows[0].first?.bool(0) == false { try Attempts.check(rows[1], at: now) }
    }

    /// Deletes the counts of attempts that have decreased to zero.
    public func forgetAttempts(at now: Instant) async throws {
        _ = try await pool.perform("DELETE FROM attempt_count WHERE forget_at < \(now)")
    }
}
