public import EventSourcing
public import Identifiers
import EventLoop
import PostgresClient

extension Identity {
    /// Gives an account its PIN on a device before it signs in there, as a clinic does that hands the device out. A PIN that
    /// is there already stays.
    ///
    /// - Throws: a `Problem` for a PIN that is too easy to guess.
    public func enrol(pin: String, account: UUIDBytes, device: String, at now: Instant) async throws {
        loop.preconditionCurrent()
        guard PINRules.isAcceptable(pin) else { throw Refusal.weakPIN.problem }
        let holder = PINHolder(session: account, account: account, device: device)
        let hash = try await shared.hashing.hash(
            PINRules.secret(pin, holder, shared.pepper), for: .known(account.text))
        _ = try await pool.perform(PINRules.set(hash, holder, at: now))
    }
}
