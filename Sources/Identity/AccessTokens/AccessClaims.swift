import JWTKit

/// The claims of an access token (RFC 7519). Times are numbers of whole seconds, and all text is ASCII without `>`, `?`
/// and `~`, so that the payload can be read as plain base64 too.
struct AccessClaims: JWTPayload, Hashable {
    static let issuer = "chairside"
    static let audience = "chairside-api"

    var iss = issuer
    var aud = audience
    /// The id of the access token's account.
    var sub: String
    /// The id of the access token's session.
    var sid: String
    /// The id of the session's clinic; all zero for the role `person`, which has no clinic.
    var cid: String
    var role: String
    /// The id of the patient or member of staff behind the account; for the role `person`, the account's id.
    var subject: String
    var iat: Int64
    var exp: Int64
    var cnf: Confirmation?

    /// The key that an access token is bound to (RFC 9449 §6).
    struct Confirmation: Codable, Hashable, Sendable {
        /// The thumbprint of the key to which the access token is bound, as base64url.
        let jkt: String
    }

    /// Checks the issuer and the audience of an access token. The token's expiry is not checked here, but on every use
    /// of the token.
    func verify(using algorithm: some JWTAlgorithm) throws {
        guard iss == Self.issuer else { throw JWTError.claimVerificationFailure(failedClaim: nil, reason: "iss") }
        guard aud == Self.audience else { throw JWTError.claimVerificationFailure(failedClaim: nil, reason: "aud") }
    }
}
