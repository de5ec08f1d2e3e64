public import EventSourcing
public import Identifiers
import EventLoop
import PostgresClient

extension Identity {
    /// Sets an account's PIN on a device before the first login there, for a clinic that hands out devices. An existing
    /// PIN is kept.
    ///
    /// - Throws: a `Problem` for a PIN that is easily guessed.
    public func enrol(pin: String, account: UUIDBytes, device: String, at now: Instant) async throws {
        loop.preconditionCurrent()
        guard PINRules.isAcceptable(pin) else { throw IdentityRejection.weakPIN.problem }
        let holder = PINHolder(session: account, account: account, device: device)
        let hash = try await shared.hashing.hash(
            PINRules.secret(pin, holder, shared.pepper), for: .known(account.text))
        _ = try await pool.perform(PINRules.set(hash, holder, at: now))
    }
}
