import EventSourcing
import JSON
import Synchronization

/// The token that authenticates the server to APNs. APNs refuses tokens that are older than an hour. APNs also refuses
/// servers that change the token more often than every 20 minutes (TooManyProviderTokenUpdates).
final class ProviderToken: Sendable {
    struct Signed: Sendable, Hashable {
        let text: String
        let signedAt: Instant
    }

    enum Renewal: Sendable, Hashable {
        case token(Signed)
        /// A new provider token may be made only after the given number of seconds.
        case wait(seconds: Int)
    }

    /// The age in seconds at which a provider token is renewed.
    static let lifetime: Int64 = 50 * 60
    /// The minimum time in seconds between two provider tokens.
    static let leastInterval: Int64 = 20 * 60

    private let signer: ES256Signer
    private let team: String
    private let keyID: String
    private let signed = Mutex<Signed?>(nil)

    init(_ signer: ES256Signer, team: String, keyID: String) {
        self.signer = signer
        self.team = team
        self.keyID = keyID
    }

    /// The provider token to send now. It is renewed after 50 minutes. If the clock was set back to a time more than 20
    /// minutes before the signature, it is renewed too.
    func current(at now: Instant) throws -> Signed {
        try signed.withLock { signed in
            if let signed, (-Self.leastInterval..<Self.lifetime).contains(now.seconds(since: signed.signedAt)) {
                return signed
            }
            let new = try sign(at: now)
            signed = new
            return new
        }
    }

    /// The provider token to send after APNs has refused the token `refused`. It is the token that another request has
    /// made since, or a new one.
    func renewed(insteadOf refused: Signed, at now: Instant) throws -> Renewal {
        try signed.withLock { signed in
            if let signed, signed != refused { return .token(signed) }
            let age = now.seconds(since: refused.signedAt).magnitude
            guard age >= UInt64(Self.leastInterval) else { return .wait(seconds: Int(Self.leastInterval) - Int(age)) }
            let new = try sign(at: now)
            signed = new
            return .token(new)
        }
    }

    private func sign(at now: Instant) throws -> Signed {
        let text = try signer.sign {
            $0.member("kid", keyID)
        } claims: {
            $0.member("iss", team)
            $0.member("iat", Int(now.secondsSince1970))
        }
        return Signed(text: text, signedAt: now)
    }
}
