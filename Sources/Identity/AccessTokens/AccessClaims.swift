import JWTKit

/// What an access token says (RFC 7519). Times are numbers of whole seconds, and there is nothing in it but ASCII without
/// `>`, `?` and `~`, so that the payload reads as plain base64 too (O36).
struct AccessClaims: JWTPayload, Hashable {
    static let issuer = "chairside"
    static let audience = "chairside-api"

    var iss = issuer
    var aud = audience
    /// The account.
    var sub: String
    /// The session.
    var sid: String
    /// The clinic.
    var cid: String
    var role: String
    /// The patient or staff member that the account stands for.
    var subject: String
    var iat: Int64
    var exp: Int64
    var cnf: Confirmation?

    /// The key whose owner alone may use the token (RFC 9449 §6).
    struct Confirmation: Codable, Hashable, Sendable {
        /// Its thumbprint, base64url.
        let jkt: String
    }

    /// The expiry is looked at on every use, so not here.
    func verify(using algorithm: some JWTAlgorithm) throws {
        guard iss == Self.issuer else { throw JWTError.claimVerificationFailure(failedClaim: nil, reason: "iss") }
        guard aud == Self.audience else { throw JWTError.claimVerificationFailure(failedClaim: nil, reason: "aud") }
    }
}
