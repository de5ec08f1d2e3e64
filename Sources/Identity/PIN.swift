import Identifiers
import SQL

/// The session that a PIN is given in.
struct PINHolder: Sendable {
    let session: UUIDBytes
    let account: UUIDBytes
    let device: String
}

extension Identity {
    func setPIN(_ pin: String, holder: PINHolder, at now: Timestamp) async throws {
        guard PINRules.isAcceptable(pin) else { throw Refusal.weakPIN }
        let secret = PINRules.secret(pin, account: holder.account, device: holder.device, pepper: shared.pepper)
        let hash = try await hash(secret)
        _ = try await pool.perform([PINRules.set(hash, account: holder.account, device: holder.device, at: now)])
    }

    /// Unlocks the session. The fifth failure ends every session of the account on this device, and the PIN with them.
    func verifyPIN(_ pin: String, holder: PINHolder, at now: Timestamp) async throws {
        try await checkPIN(pin, holder: holder, at: now)
        _ = try await pool.perform([
            PINRules.clearFailures(account: holder.account, device: holder.device),
            SessionStore.unlock(holder.session, at: now),
            SessionStore.announce([holder.session]),
        ])
        shared.sessions.set(holder.session, SessionState(lastSeen: now.seconds, locked: false, ended: false))
    }

    func changePIN(_ current: String, to new: String, holder: PINHolder, at now: Timestamp) async throws {
        guard PINRules.isAcceptable(new) else { throw Refusal.weakPIN }
        try await checkPIN(current, holder: holder, at: now)
        try await setPIN(new, holder: holder, at: now)
    }

    /// Counts first, then checks: however many guesses arrive at once, five are evaluated at the most.
    private func checkPIN(_ pin: String, holder: PINHolder, at now: Timestamp) async throws {
        let taken = try await pool.perform([PINRules.takeAttempt(account: holder.account, device: holder.device)])[0]
        guard let row = taken.first else {
            let exists = try await pool.perform([PINRules.exists(account: holder.account, device: holder.device)])[0]
            throw exists.count == 0 ? Refusal.noPINSet : Refusal.pinFailuresExhausted
        }
        let failures = Int(try row.int32(1))
        let secret = PINRules.secret(pin, account: holder.account, device: holder.device, pepper: shared.pepper)
        if try await verify(secret, against: try row.text(0)) { return }
        guard failures >= PINRules.attempts else {
            throw Refusal.wrongPIN(attemptsLeft: PINRules.attempts - failures)
        }
        let ended = try await pool.perform([
            SessionStore.endAll(account: holder.account, device: holder.device, reason: "pin_failures", at: now),
            PINRules.remove(account: holder.account, device: holder.device),
        ])[0].map { try $0.uuid(0) }
        _ = try await pool.perform([SessionStore.announce(ended)])
        for session in ended { shared.sessions.forget(session) }
        throw Refusal.pinFailuresExhausted
    }
}
