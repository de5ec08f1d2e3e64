import EventSourcing
import HTTPClient
import JSON
import Synchronization

/// The tokens that identify the server to the push services of browsers (VAPID, RFC 8292). Each push service gets its
/// own token.
final class VAPIDTokens: Sendable {
    private struct Signed {
        let text: String
        let signedAt: Instant
    }

    /// The lifetime of a VAPID token in seconds. The maximum is a day (RFC 8292 §2).
    private static let lifetime: Int64 = 12 * 3_600
    /// The age in seconds at which a VAPID token is replaced.
    private static let renewal: Int64 = 6 * 3_600
    /// The maximum number of push services whose tokens are kept.
    private static let limit = 256

    private let signer: ES256Signer
    /// A `mailto:` or `https:` URI at which the operators of push services can reach the server's operator.
    private let subject: String
    private let signed = Mutex<[HTTPSOrigin: Signed]>([:])

    init(_ signer: ES256Signer, subject: String) {
        self.signer = signer
        self.subject = subject
    }

    /// The value of the `Authorization` field for a push service.
    func authorization(for service: HTTPSOrigin, at now: Instant) throws -> String {
        "vapid t=\(try token(for: service, at: now)), k=\(signer.publicKey)"
    }

    private func token(for service: HTTPSOrigin, at now: Instant) throws -> String {
        try signed.withLock { signed in
            if let known = signed[service], (0..<Self.renewal).contains(now.seconds(since: known.signedAt)) {
                return known.text
            }
            let text = try signer.sign {
                $0.member("typ", "JWT")
            } claims: {
                $0.member("aud", "\(service)")
                $0.member("exp", Int(now.secondsSince1970 + Self.lifetime))
                $0.member("sub", subject)
            }
            if signed.count >= Self.limit { signed.removeAll() }
            signed[service] = Signed(text: text, signedAt: now)
            return text
        }
    }
}
