import Identifiers
import SQL

/// The caller that a verified access token names.
struct VerifiedToken: Sendable {
    let session: UUIDBytes
    let clinic: UUIDBytes
    let account: UUIDBytes
    let role: String
    let subject: UUIDBytes
    /// Seconds since 1970.
    let expiresAt: Int64

    init?(_ claims: AccessClaims) {
        guard
            let session = UUIDBytes(claims.sid), let clinic = UUIDBytes(claims.cid),
            let account = UUIDBytes(claims.sub), let subject = UUIDBytes(claims.subject)
        else { return nil }
        self.session = session
        self.clinic = clinic
        self.account = account
        self.subject = subject
        role = claims.role
        expiresAt = claims.exp
    }
}

/// A bounded memory of verified tokens, in two generations: when the young one is full the old one goes.
struct VerifiedTokens {
    private let half: Int
    private var young: [String: VerifiedToken] = [:]
    private var old: [String: VerifiedToken] = [:]

    init(capacity: Int) { half = max(1, capacity / 2) }

    mutating func find(_ token: String) -> VerifiedToken? {
        if let found = young[token] { return found }
        guard let found = old[token] else { return nil }
        keep(token, found)
        return found
    }

    mutating func keep(_ token: String, _ verified: VerifiedToken) {
        if young.count >= half {
            old = young
            young = [:]
        }
        young[token] = verified
    }
}
