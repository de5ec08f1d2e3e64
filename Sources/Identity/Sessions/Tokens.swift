import Endpoints
import EventSourcing
import Identifiers
import JSON

/// The tokens of a session, in the answers of the endpoints that open or refresh a session.
struct Tokens: Sendable {
    let accessToken: String
    /// The refresh token; `nil` if the answer has it in a cookie.
    private(set) var refreshToken: String?
    let tokenType: String
    /// The remaining seconds in which the access token is valid.
    let expiresIn: Int64
    let expiresAt: Instant
    let session: UUIDBytes
    /// The clinic of the session; `nil` for an account without a clinic.
    let clinic: UUIDBytes?
    let role: Role
    let subject: UUIDBytes
    let account: UUIDBytes
    let hasPIN: Bool
    let locked: Bool
    /// The account's other memberships, in the answer to a login or a switch of membership; otherwise empty.
    var others: [MembershipChoice] = []
    /// The name of the account's owner, and what the account may use, in the answer to a login; otherwise `nil`.
    var name: String?
    var tier: AccountTier?

    private static let codec = object(
        Tokens.init(
            accessToken:refreshToken:tokenType:expiresIn:expiresAt:session:clinic:role:subject:account:hasPIN:locked:
            others:name:tier:),
        field(
            "access_token", \.accessToken,
            .string(max: 4096).described("The token for `Authorization: Bearer`; it lives for ten minutes.")),
        optionalField(
            "refresh_token", \.refreshToken,
            .string(max: 200).described(
                """
                The token to get new tokens with: good once, within 60 days. Absent only if the request has \
                `Chairside-Tokens: cookie`: it is in a cookie then.
                """)),
        field(
            "token_type", \.tokenType,
            .string(max: 20).described(
                "How the access token is sent: `Bearer`, or `DPoP` if the session is bound to a key.")),
        field("expires_in", \.expiresIn, .int64.described("How many seconds the access token has left.")),
        field("expires_at", \.expiresAt, .instant.described("When the access token expires, in UTC.")),
        field("session_id", \.session, .uuid.described("The session's id.")),
        optionalField("clinic_id", \.clinic, .uuid.described("The session's clinic; absent for the role `person`.")),
        field("role", \.role, .stringEnum.described("The role that the session is for.")),
        field(
            "subject_id", \.subject,
            .uuid.described("The patient or member of staff; for the role `person` the account.")),
        field("account_id", \.account, .uuid.described("The account's id.")),
        field("has_pin", \.hasPIN, .bool.described("Whether a PIN is set on this device.")),
        field("locked", \.locked, .bool.described("Whether the session is locked and has to be unlocked first.")),
        field(
            "other_memberships", \.others,
            .array(MembershipChoice.codec).described(
                "The account's other memberships, for `POST /api/v1/me/switch`. Empty when tokens are refreshed."),
            default: []),
        optionalField(
            "name", \.name,
            .string(max: 400).described("The name of the account's owner, which apps keep; only after a login.")),
        optionalField(
            "tier", \.tier,
            .stringEnum.described(
                """
                The reach of the account, which apps keep: `personal` (vault, catalogue, check-ins, health samples) or \
                `clinic` (also the data of its clinics); only after a login.
                """))
    ).alwaysWriting("other_memberships").described("A session's tokens.").named("Tokens")
}

/// A session's tokens in the answer of an endpoint. The server chooses whether the refresh token is in the body or in a
/// cookie.
public struct IssuedTokens: Hashable, Sendable {
    /// The seconds for which a browser keeps a refresh token.
    public static let lifetime = RefreshToken.lifetime

    public let refreshToken: String
    /// The answer's body as JSON.
    public let body: [UInt8]
    public let bodyWithoutRefreshToken: [UInt8]
}

extension Tokens {
    /// The answer that an endpoint declares if it gives tokens. It is the only way to declare one, so that every such
    /// endpoint can give the refresh token in a cookie.
    static func answer(_ text: String) -> Answer { .ok(codec, text) }

    fileprivate func issued(_ refreshToken: String) -> IssuedTokens {
        var others = self
        others.refreshToken = nil
        return IssuedTokens(
            refreshToken: refreshToken, body: Self.codec.bytes(self),
            bodyWithoutRefreshToken: Self.codec.bytes(others))
    }
}

extension IdentityAnswer {
    /// The answer with the tokens of a session that was opened or refreshed.
    static func tokens(_ tokens: Tokens) -> IdentityAnswer {
        guard let refreshToken = tokens.refreshToken else { preconditionFailure("issued tokens have a refresh token") }
        return IdentityAnswer(tokens.issued(refreshToken))
    }
}

/// The reach of an account: only what needs no clinic, or also the data of its clinics.
enum AccountTier: String, Hashable, Sendable, CaseIterable {
    case personal, clinic
}

/// The data of a session from which its tokens, and the answer with the tokens, are made.
struct TokenHolder: Sendable {
    let session: UUIDBytes
    let membership: Membership
    let account: UUIDBytes
    let hasPIN: Bool
    let locked: Bool
    /// The thumbprint of the key that the session's access tokens are bound to; `nil` if they are not bound.
    let boundKey: [UInt8]?
}

extension Identity {
    func tokens(_ holder: TokenHolder, _ refreshToken: RefreshToken, at now: Instant) async throws -> Tokens {
        let expiry = now.adding(seconds: Self.accessTokenLifetime)
        let claims = AccessClaims(
            sub: holder.account.text, sid: holder.session.text, cid: holder.membership.clinic.text,
            role: holder.membership.role.rawValue, subject: holder.membership.subject.text,
            iat: now.secondsSince1970, exp: expiry.secondsSince1970,
            cnf: holder.boundKey.map { AccessClaims.Confirmation(jkt: Base64URL.encode($0)) })
        return Tokens(
            accessToken: try await shared.keyRing.keys.sign(claims), refreshToken: refreshToken.text,
            tokenType: holder.boundKey == nil ? "Bearer" : "DPoP",
            expiresIn: Self.accessTokenLifetime, expiresAt: expiry, session: holder.session,
            clinic: holder.membership.isPerson ? nil : holder.membership.clinic, role: holder.membership.role,
            subject: holder.membership.subject,
            account: holder.account, hasPIN: holder.hasPIN, locked: holder.locked)
    }
}
