import Endpoints
import EventSourcing
import Identifiers
import JSON
import PostgresClient
import SQL

extension AttemptRule {
    /// The limit on wrong codes of an account's second factor. Each device on which the account has signed in before has
    /// a count of its own. Codes from all other devices and networks count together. Somebody who knows the password and
    /// has no code never gets a known device, so their wrong codes do not delay the owner on one.
    static let secondFactor = AttemptRule(
        kind: "second factor", free: 5, forgetsAfter: 600, longestWait: 900, endsWithSuccess: true)
}

/// The data for setting up an authenticator app.
struct SecondFactorSecret: Sendable {
    let secret: String
    let link: String

    static let codec = object(
        SecondFactorSecret.init(secret:link:),
        field("secret", \.secret, .string(max: 64).described("The secret for the authenticator app, in base32.")),
        field("uri", \.link, .string(max: 600).described("The same as an `otpauth://` address, to show as a QR code."))
    ).described("The secret for an authenticator app.").named("SecondFactorSecret")
}

struct RecoveryCodes: Sendable {
    let codes: [String]

    static let codec = object(
        RecoveryCodes.init(codes:),
        field(
            "recovery_codes", \.codes,
            .array(.string(max: 20)).described(
                "Codes that replace a code of the app; each is good once. They are shown only now."))
    ).described("Codes that replace a code of the authenticator app.").named("RecoveryCodes")
}

struct SecondFactorState: Sendable {
    let isSetUp: Bool
    let isCompulsory: Bool
    let recoveryCodesLeft: Int64

    static let codec = object(
        SecondFactorState.init(isSetUp:isCompulsory:recoveryCodesLeft:),
        field("set_up", \.isSetUp, .bool.described("Whether a login asks for a code.")),
        field("compulsory", \.isCompulsory, .bool.described("Whether the account must have a second factor.")),
        field(
            "recovery_codes_left", \.recoveryCodesLeft, .int64.described("How many recovery codes have not been used."))
    ).described("The second factor's state.").named("SecondFactor")
}

extension Identity {
    func secondFactor(_ caller: Principal) async throws -> SecondFactorState {
        let rows = try await pool.perform(
            """
            SELECT EXISTS (
                SELECT FROM second_factor WHERE account_id = \(caller.account) AND confirmed_at IS NOT NULL),
                (SELECT count(*) FROM recovery_code WHERE account_id = \(caller.account) AND used_at IS NULL)
            """, effect: .reads)
        return SecondFactorState(
            isSetUp: try rows[0].bool(0), isCompulsory: shared.rolesWithSecondFactor.contains(caller.role),
            recoveryCodesLeft: try rows[0].int64(1))
    }

    /// Creates a new secret for the caller's authenticator app. It takes effect with its first correct code.
    func beginSecondFactor(_ password: String, _ caller: Principal, at now: Instant) async throws -> SecondFactorSecret
    {
        let account = try await prove(password, caller, at: now)
        let secret = randomBytes(TOTP.secretBytes)
        let sealed = try shared.pepper.seal("second-factor", secret, for: caller.account.bytes)
        let begun = try await pool.perform(SecondFactorStore.begin(caller.account, sealed: sealed, at: now))
        guard !begun.isEmpty else { throw IdentityRejection.secondFactorIsSet }
        return SecondFactorSecret(secret: Base32.encode(secret), link: TOTP.link(secret, account: account.email))
    }

    /// Confirms a second factor with its first correct code. From then on, logins require a code.
    func confirmSecondFactor(_ code: String, _ caller: Principal, at now: Instant) async throws -> RecoveryCodes {
        let counted = [wrongCodes(of: caller.account, on: try await device(of: caller))]
        let rows = try await pool.perform(
            [SecondFactorStore.find(caller.account), AttemptBucket.waits(counted)], effect: .reads)
        try Attempts.check(rows[1], at: now)
        guard let row = rows[0].first else { throw IdentityRejection.noSecondFactor }
        guard try row.isNull(2) else { throw IdentityRejection.secondFactorIsSet }
        let sealed = try row.bytes(0)
        guard let secret = shared.pepper.open("second-factor", sealed, for: caller.account.bytes),
            let step = TOTP.step(of: code, secret, after: 0, at: now)
        else { try await fail(Attempts(counted), with: .wrongSecondFactor, at: now) }
        let codes = (0..<RecoveryCode.count).map { _ in RecoveryCode.make() }
        let confirmed = try await pool.perform([
            AccountTurn.changes(caller.account),
            SecondFactorStore.confirm(step, caller.account, sealed: sealed, in: caller.session, at: now),
        ])
        guard !confirmed[1].isEmpty else { throw IdentityRejection.secondFactorIsSet }
        let released = try await pool.perform(
            SecondFactorStore.setRecovery(kept(codes, caller), caller.account)
                + [SecondFactorStore.release(caller.account)])
        for row in released[2] { shared.sessions.forget(try row.uuid(0)) }
        return RecoveryCodes(codes: codes)
    }

    /// Creates new recovery codes, which replace all earlier ones.
    func renewRecoveryCodes(_ code: String, _ caller: Principal, at now: Instant) async throws -> RecoveryCodes {
        try await checkSecondFactor(
            code, caller.account, on: try await device(of: caller), Attempts([]), at: now, isWanted: true)
        let codes = (0..<RecoveryCode.count).map { _ in RecoveryCode.make() }
        _ = try await pool.perform(SecondFactorStore.setRecovery(kept(codes, caller), caller.account))
        return RecoveryCodes(codes: codes)
    }

    /// Removes the second factor. If the role requires one, the person must set it up again after the next login.
    func removeSecondFactor(_ code: String, _ caller: Principal, at now: Instant) async throws {
        try await checkSecondFactor(
            code, caller.account, on: try await device(of: caller), Attempts([]), at: now, isWanted: true)
        _ = try await pool.perform([
            AccountTurn.changes(caller.account), SecondFactorStore.remove(caller.account),
        ])
    }

    /// The count of an account's wrong codes.
    ///
    /// - Parameter knownDevice: a device on which the account has signed in before; `nil` for all other devices together.
    private func wrongCodes(of account: UUIDBytes, on knownDevice: String?) -> AttemptBucket {
        AttemptBucket(.secondFactor, [account.text] + [knownDevice].compactMap { $0 }, shared.pepper)
    }

    /// The device of the caller's session.
    private func device(of caller: Principal) async throws -> String {
        guard let row = try await pool.perform(PINRules.device(of: caller.session), effect: .reads).first else {
            throw IdentityRejection.sessionEnded
        }
        return try row.text(0)
    }

    /// Uses up a code of the account's authenticator app, or a recovery code. Each code can be used once.
    ///
    /// - Parameters:
    ///   - knownDevice: the device of the attempt if the account has signed in on it before; otherwise `nil`.
    ///   - login: the counters of failed logins, which a wrong code increases too.
    ///   - isWanted: whether an account without a second factor is refused.
    /// - Returns: false if the account has no second factor and `isWanted` is false.
    @discardableResult
    func checkSecondFactor(
        _ code: String?, _ account: UUIDBytes, on knownDevice: String?, _ login: Attempts, at now: Instant,
        isWanted: Bool = false
    ) async throws -> Bool {
        let counted = Attempts([wrongCodes(of: account, on: knownDevice)] + login.buckets)
        let rows = try await pool.perform(
            [SecondFactorStore.find(account), AttemptBucket.waits(counted.buckets)], effect: .reads)
        guard let row = rows[0].first, try !row.isNull(2) else {
            guard !isWanted else { throw IdentityRejection.noSecondFactor }
            return false
        }
        guard let code else { throw IdentityRejection.secondFactorRequired }
        try Attempts.check(rows[1], at: now)
        guard let take = try taking(code, row, account, at: now), try await !pool.perform(take).isEmpty else {
            security.loginFailed(account: account, reason: "wrong_code", at: now)
            try await fail(counted, with: .wrongSecondFactor, at: now)
        }
        try await pass(counted, at: now)
        return true
    }

    private func taking(_ code: String, _ row: Row, _ account: UUIDBytes, at now: Instant) throws -> Statement? {
        if let kept = RecoveryCode.kept(code, account: account.bytes, shared.pepper) {
            return SecondFactorStore.takeRecovery(kept, account, at: now)
        }
        let secret = shared.pepper.open("second-factor", try row.bytes(0), for: account.bytes)
        return try secret.flatMap { secret in
            TOTP.step(of: code, secret, after: try row.int64(1), at: now).map { SecondFactorStore.take($0, account) }
        }
    }

    private func kept(_ codes: [String], _ caller: Principal) -> [[UInt8]] {
        codes.compactMap { RecoveryCode.kept($0, account: caller.account.bytes, shared.pepper) }
    }
}
