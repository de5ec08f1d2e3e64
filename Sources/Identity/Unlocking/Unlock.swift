import Endpoints
import EventSourcing
import Identifiers
import PostgresClient
import SQL

/// A challenge that a device signs, as a part of a message, to unlock its session.
struct UnlockChallenge: Sendable {
    let challenge: String
    let expiresAt: Instant

    /// The lifetime in seconds of the challenge that a device signs to unlock a session: long enough for Face ID.
    static let lifetime: Int64 = 120
    static let bytes = 32

    /// The message that a device's key signs to unlock a session. It includes the session's id, so that the signature
    /// is valid for this session only.
    static func message(_ session: UUIDBytes, _ challenge: String) -> [UInt8] {
        Array("chairside-unlock.\(session.text).\(challenge)".utf8)
    }
}

extension Identity {
    /// Unlocks the session by the account's password. Wrong passwords are counted like those of logins on this device.
    func unlock(password: String, by caller: Principal, from network: String, at now: Instant) async throws {
        let rows = try await pool.perform(
            [Account.byID(caller.account), PINRules.device(of: caller.session)], effect: .reads)
        guard let row = rows[0].first, let session = rows[1].first, try !session.bool(1) else {
            throw IdentityRejection.sessionEnded
        }
        let account = try Account(row)
        let device = try session.text(0)
        let counted = Attempts(account: account.email, network: network, knownDevice: device, shared.pepper)
        let successes = AttemptBucket.successes(of: account.email, on: device, shared.pepper)
        try Attempts.check(
            await pool.perform(AttemptBucket.waits(counted.buckets + [successes]), effect: .reads), at: now)
        let isRight = try await shared.hashing.verify(
            PasswordRules.bytes(of: password), against: account.passwordHash, for: .known(caller.account.text))
        guard isRight else { try await fail(counted, with: .wrongPassword, at: now) }
        try await pass(counted, at: now)
        try await countSuccess(of: account.email, on: device, at: now)
        try await unlock(caller.session, at: now)
    }

    /// Creates a new challenge that the device signs to unlock the session. It replaces the session's previous
    /// challenge.
    func challengeToUnlock(_ caller: Principal, at now: Instant) async throws -> UnlockChallenge {
        let challenge = randomBytes(UnlockChallenge.bytes)
        let end = now.adding(seconds: UnlockChallenge.lifetime)
        let kept = try await pool.perform(
            """
            UPDATE session SET unlock_challenge = \(challenge), unlock_challenge_ends_at = \(end)
            WHERE session_id = \(caller.session) AND ended_at IS NULL AND EXISTS (
                SELECT FROM device_pin
                WHERE device_pin.account_id = session.account_id AND device_pin.device_id = session.device_id
                    AND device_key IS NOT NULL)
            RETURNING session_id
            """)
        guard !kept.isEmpty else { throw IdentityRejection.noDeviceKey }
        return UnlockChallenge(challenge: Base64URL.encode(challenge), expiresAt: end)
    }

    /// Unlocks the session by the device key's signature of the session's challenge. A challenge can be used only once,
    /// whether the signature is right or wrong.
    func unlock(challenge: String, signature: String, by caller: Principal, at now: Instant) async throws {
        guard let wanted = Base64URL.decode(Array(challenge.utf8)),
            let signature = Base64URL.decode(Array(signature.utf8))
        else { throw IdentityRejection.wrongSignature }
        let taken = try await pool.perform(
            """
            UPDATE session SET unlock_challenge = NULL, unlock_challenge_ends_at = NULL
            WHERE session_id = \(caller.session) AND unlock_challenge = \(wanted) AND unlock_challenge_ends_at > \(now)
                AND ended_at IS NULL
            RETURNING (
                SELECT device_key FROM device_pin
                WHERE device_pin.account_id = session.account_id AND device_pin.device_id = session.device_id)
            """)
        guard let key = try taken.first?.optionalBytes(0).flatMap({ DeviceKey(point: $0) }),
            key.signed(UnlockChallenge.message(caller.session, challenge), with: signature)
        else { throw IdentityRejection.wrongSignature }
        try await unlock(caller.session, at: now)
    }

    private func unlock(_ session: UUIDBytes, at now: Instant) async throws {
        let unlocked = try await pool.perform(SessionStore.unlock(session, at: now))
        shared.sessions.forget(session)
        guard !unlocked.isEmpty else { throw IdentityRejection.sessionEnded }
    }
}
