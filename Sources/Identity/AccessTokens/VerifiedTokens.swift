import Endpoints
import EventSourcing
import Glibc
import Identifiers

/// An access token that one loop has verified, and its caller.
final class VerifiedToken {
    let bytes: [UInt8]
    private(set) var principal: Principal
    private(set) var lockedPrincipal: Principal
    let expiresAt: Instant
    /// The thumbprint of the key that the access token is bound to; `nil` if the token is not bound.
    let boundKey: [UInt8]?
    /// The state of the access token's session; `nil` if it was not read yet or must not be cached.
    var record: SessionRecord?

    init?(_ bytes: ArraySlice<UInt8>, _ claims: AccessClaims) {
        guard
            let session = UUIDBytes(claims.sid), let clinic = UUIDBytes(claims.cid),
            let account = UUIDBytes(claims.sub), let subject = UUIDBytes(claims.subject),
            let role = Role(rawValue: claims.role)
        else { return nil }
        self.bytes = Array(bytes)
        principal = Principal(
            authenticatedIn: clinic, account: account, session: session, role: role, subject: subject)
        lockedPrincipal = principal
        expiresAt = Instant(secondsSince1970: claims.exp)
        boundKey = claims.cnf.map { Base64URL.decode(Array($0.jkt.utf8)) ?? [] }
    }

    /// Whether the access token's claims agree with the session's row. Only the row is trusted, so a stolen signing key
    /// gives access to no other role or clinic. The claims do not say whether the session belongs to the mobile app;
    /// the principal gets this from the row.
    func isOf(_ holder: SessionHolder) -> Bool {
        guard
            holder.account == principal.account,
            holder.membership
                == Membership(clinic: principal.clinic, role: principal.role, subject: principal.subject)
        else { return false }
        func caller(isLocked: Bool) -> Principal {
            Principal(
                authenticatedIn: principal.clinic, account: principal.account, session: principal.session,
                role: principal.role, subject: principal.subject, isLocked: isLocked, isApp: holder.isApp)
        }
        (principal, lockedPrincipal) = (caller(isLocked: false), caller(isLocked: true))
        return true
    }
}

/// A bounded cache of verified tokens in two generations: when the young one is full, the old one is dropped.
struct VerifiedTokens {
    private let half: Int
    private var young: [UInt64: VerifiedToken] = [:]
    private var old: [UInt64: VerifiedToken] = [:]

    init(capacity: Int) { half = max(1, capacity / 2) }

    /// Finds a verified token in the cache. A token of the young generation is found without allocating; one of the old
    /// generation is moved to the young one.
    mutating func find(_ token: ArraySlice<UInt8>) -> VerifiedToken? {
        let key = Self.key(token)
        if let found = young[key] { return Self.isSame(found.bytes, token) ? found : nil }
        guard let found = old[key], Self.isSame(found.bytes, token) else { return nil }
        keep(found, key)
        return found
    }

    mutating func keep(_ token: VerifiedToken) { keep(token, Self.key(token.bytes[...])) }

    private mutating func keep(_ token: VerifiedToken, _ key: UInt64) {
        if young.count >= half {
            old = young
            young = [:]
        }
        young[key] = token
    }

    /// The cache's key of an access token: the last 16 characters of its signature, which are practically random. Only
    /// verified tokens are cached, so an attacker cannot choose colliding keys.
    private static func key(_ token: ArraySlice<UInt8>) -> UInt64 {
        var key: UInt64 = 0
        for byte in token.suffix(16) { key = (key ^ UInt64(byte)) &* 0x9e37_79b9_7f4a_7c15 }
        return key
    }

    private static func isSame(_ known: [UInt8], _ token: ArraySlice<UInt8>) -> Bool {
        guard known.count == token.count else { return false }
        return unsafe known.withUnsafeBytes { known in
            unsafe token.withUnsafeBytes { token in
                guard let known = known.baseAddress, let other = token.baseAddress else { return true }
                return unsafe memcmp(known, other, token.count) == 0
            }
        }
    }
}
