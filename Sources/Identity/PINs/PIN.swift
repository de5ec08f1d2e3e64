import Endpoints
import EventSourcing
import Identifiers
import PostgresClient
import SQL

/// The account and device that a PIN belongs to, and the session in which it is entered.
struct PINHolder: Sendable {
    let session: UUIDBytes
    let account: UUIDBytes
    let device: String
}

extension Identity {
    /// Sets the first PIN of the caller's account on this device.
    func setPIN(_ pin: String, deviceKey: DeviceKey?, by caller: Principal, at now: Instant) async throws {
        guard PINRules.isAcceptable(pin) else { throw IdentityRejection.weakPIN }
        let (holder, hasPIN) = try await pinHolder(caller)
        guard !hasPIN else { throw IdentityRejection.pinAlreadySet }
        let hash = try await shared.hashing.hash(
            PINRules.secret(pin, holder, shared.pepper), for: .known(holder.account.text))
        let set = try await pool.perform([
            AccountTurn.signsIn(holder.account), PINRules.setInSession(hash, deviceKey, holder, at: now),
        ])
        guard !set[1].isEmpty else { throw IdentityRejection.pinAlreadySet }
    }

    /// Unlocks the caller's session by PIN. The fifth wrong PIN in a row ends every session of the account on this
    /// device, and deletes the PIN.
    func verifyPIN(_ pin: String, by caller: Principal, at now: Instant) async throws {
        let (holder, _) = try await pinHolder(caller)
        _ = try await checkPIN(pin, holder, at: now)
        let unlocked = try await pool.perform([
            PINRules.clearFailures(holder), SessionStore.unlock(holder.session, at: now),
        ])
        shared.sessions.forget(holder.session)
        // The entered PIN is right, but the session has ended meanwhile, for example because another request has used
        // the fifth attempt.
        guard unlocked[1].count == 1 else { throw IdentityRejection.pinFailuresExhausted }
    }

    func changePIN(
        _ current: String, to new: String, deviceKey: DeviceKey?, by caller: Principal, at now: Instant
    ) async throws {
        guard PINRules.isAcceptable(new) else { throw IdentityRejection.weakPIN }
        let (holder, _) = try await pinHolder(caller)
        let old = try await checkPIN(current, holder, at: now)
        let hash = try await shared.hashing.hash(
            PINRules.secret(new, holder, shared.pepper), for: .known(holder.account.text))
        let replaced = try await pool.perform(PINRules.replace(old, with: hash, deviceKey, holder, at: now))
        guard !replaced.isEmpty else { throw IdentityRejection.pinFailuresExhausted }
    }

    private func pinHolder(_ caller: Principal) async throws -> (PINHolder, hasPIN: Bool) {
        let (device, hasPIN) = try await openDevice(of: caller.session)
        return (PINHolder(session: caller.session, account: caller.account, device: device), hasPIN)
    }

    private func openDevice(of session: UUIDBytes) async throws -> (String, hasPIN: Bool) {
        guard let row = try await pool.perform(PINRules.device(of: session), effect: .reads).first, try !row.bool(1)
        else { throw IdentityRejection.sessionEnded }
        return (try row.text(0), try row.bool(2))
    }

    /// Counts an attempt and then checks the PIN, so that at most five of many simultaneous guesses are checked.
    ///
    /// - Returns: the hash of the checked PIN.
    private func checkPIN(_ pin: String, _ holder: PINHolder, at now: Instant) async throws -> String {
        guard let row = try await pool.perform(PINRules.takeAttempt(holder)).first else {
            guard try await openDevice(of: holder.session).hasPIN else { throw IdentityRejection.noPINSet }
            // All five attempts at the PIN are used. The sessions are ended now, since the request that used the fifth
            // attempt may have been interrupted.
            try await giveUp(holder, at: now)
            throw IdentityRejection.pinFailuresExhausted
        }
        let hash = try row.text(0)
        let failures = Int(try row.int32(1))
        let secret = PINRules.secret(pin, holder, shared.pepper)
        let isRight = try await shared.hashing.verify(secret, against: hash, for: .known(holder.account.text))
        if isRight { return hash }
        guard failures >= PINRules.attempts else {
            throw IdentityRejection.wrongPIN(attemptsLeft: PINRules.attempts - failures)
        }
        try await giveUp(holder, at: now)
        throw IdentityRejection.pinFailuresExhausted
    }

    func giveUp(_ holder: PINHolder, at now: Instant) async throws {
        let ended = try await pool.perform([
            SessionStore.endAll(account: holder.account, device: holder.device, reason: "pin_failures", at: now),
            PINRules.remove(holder),
        ])
        await forgetEverywhere(try ended[0].map { try $0.uuid(0) })
    }
}
