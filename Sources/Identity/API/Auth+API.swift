import Endpoints
import JSON

/// A request body with the refresh token, for clients that follow OAuth 2.0 (RFC 6749 §6).
private struct RefreshBody: Sendable {
    let refreshToken: String

    static let codec = object(
        RefreshBody.init(refreshToken:),
        field(
            "refresh_token", \.refreshToken,
            .string(1...200).described("The refresh token, unless it is in `Authorization`."))
    )
    .described("The refresh token.").named("Refresh")

    /// The refresh token of a request, from the header field or the body, or else from the cookie.
    ///
    /// - Throws: 401 if there is no token, 400 if header field and body have different tokens.
    static func token(_ shown: String?, _ body: RefreshBody?, cookie: String?) throws(Problem) -> String {
        guard let token = body?.refreshToken ?? shown ?? cookie else { throw .unauthenticated }
        guard shown == nil || shown == token else {
            throw .malformed(
                body: "/refresh_token", code: "ambiguous", detail: "must be the token in Authorization, or alone")
        }
        return token
    }
}

extension Identity {
    /// The text that begins the description of an operation under the base path for older clients (`/v1`); empty for
    /// other paths.
    static func older(_ base: String, _ operation: String) -> String {
        guard base == "/v1" else { return "" }
        return """
            The same as `POST /api/v1/auth/\(operation)`, which new clients use. This path stays for apps that synchronize \
            while they are mostly offline: their base path is `/v1`.


            """
    }

    /// The endpoints for login, refresh and logout. The two base paths `/api/v1` and `/v1` share one implementation.
    static func authEndpoints(under base: String, idSuffix: String) -> [Endpoint<IdentityAction>] {
        [
            Endpoint(
                .post, PathTemplate("\(base)/auth/login"), id: "login\(idSuffix)", summary: "Sign in",
                details: older(base, "login")
                    + """
                    A session is for one clinic and one role. An account with several memberships chooses one with \
                    `clinic_id` and `role`; otherwise the session is for the one that was used last, and \
                    `other_memberships` lists the others. An account without a membership gets a session with the role \
                    `person`.

                    After some wrong passwords the next attempt has to wait, longer each time: 429 with `Retry-After`. \
                    Failures from the same network count, and from a hundred on those from all networks; on a device \
                    (`device_id`) where the account has signed in before, only failures on that device. Right passwords are limited as well: 50 at once, then one \
                    every 12 seconds for each account. An account has at most 50 sessions; a login beyond that ends the \
                    session that was used longest ago.

                    A proof of possession (`DPoP`) binds the session to its key: every later request must carry its own \
                    proof.

                    `platform` says what the client runs on. Unless it is `web` or the device is a paired tablet, the \
                    session is the mobile app's: it reaches only the areas that the clinic has opened to the role (403 \
                    `area-closed` elsewhere; `GET /api/v1/me` lists the open ones). A session with the `scope` \
                    `background` does not lock when it is idle, and reaches only the account's own data and the person's \
                    own check-ins.
                    """,
                tag: "Identity", for: .everybody, isDeprecated: base == "/v1", takes: .body(LoginAttempt.codec), .peer,
                .proof,
                answers: [Tokens.answer("The session's tokens")],
                problems: [
                    .wrongCredentials, .noSuchMembership, .tooManyAttempts, .unauthenticated,
                    .secondFactorRequired, .wrongSecondFactor, .invalidProof,
                ]
            ) { attempt, peer, fields in
                IdentityAction { identity, now in
                    let proof = ProofRequest(fields, path: "\(base)/auth/login")
                    return .tokens(try await identity.login(attempt, from: peer.network, proof, at: now))
                }
            },
            Endpoint(
                .post, PathTemplate("\(base)/auth/refresh"), id: "refresh\(idSuffix)",
                summary: "Exchange the refresh token for new tokens",
                details: older(base, "refresh")
                    + """
                    Send the refresh token in `Authorization` or in the body; two different tokens are a 400. A page \
                    with `Chairside-Tokens: cookie` sends neither. The same \
                    token may be sent again for 30 seconds and gets the same answer. Any later use ends the session, and \
                    so does a use with another `X-Device-Id` than the login's (the field may be left out). A session \
                    that was bound to a key at login needs a proof by that key (`DPoP`); this operation binds no \
                    session.
                    """,
                tag: "Identity", for: .everybody, isDeprecated: base == "/v1", takes: .optionalToken,
                .optionalBody(RefreshBody.codec),
                .optionalHeader("X-Device-Id", .deviceID), .refreshCookie, .proof,
                answers: [Tokens.answer("New tokens for the same session")],
                problems: [.invalidRefreshToken, .invalidProof]
            ) { shown, body, device, cookie, fields throws(Problem) in
                let token = try RefreshBody.token(shown, body, cookie: cookie)
                return IdentityAction { identity, now in
                    let proof = ProofRequest(fields, path: "\(base)/auth/refresh")
                    return .tokens(try await identity.refresh(token, device: device, proof, at: now))
                }
            },
            Endpoint(
                .post, PathTemplate("\(base)/auth/logout"), id: "logout\(idSuffix)", summary: "Sign out",
                details: older(base, "logout")
                    + """
                    Send the access token, even if it has expired, or the refresh token in `Authorization`. A session \
                    that is bound to a key needs a proof by that key (`DPoP`). With `Chairside-Tokens: cookie` the session \
                    of the cookie ends too, and the browser deletes the cookie.
                    """,
                tag: "Identity", for: .everybody, isDeprecated: base == "/v1", takes: .optionalToken, .refreshCookie,
                .proof,
                answers: [.noContent("Nothing; the session has ended")],
                problems: [.invalidProof]
            ) { token, cookie, fields throws(Problem) in
                let tokens = [token, cookie].compactMap(\.self)
                guard !tokens.isEmpty else { throw .unauthenticated }
                return IdentityAction { identity, now in
                    try await identity.logout(tokens, ProofRequest(fields, path: "\(base)/auth/logout"), at: now)
                    return .noContent
                }
            },
        ]
    }

    static let keyEndpoints: [Endpoint<IdentityAction>] = [
        Endpoint(
            .get, "/.well-known/jwks.json", id: "getKeys", summary: "List the keys that verify access tokens",
            details: "A JSON Web Key Set (RFC 7517).",
            tag: "Identity", for: .everybody, answers: [.ok(PublishedKey.set, "The public keys")],
            caching: .publicETag(maxAge: 300)
        ) {
            IdentityAction { identity, _ in .ok(identity.shared.keyRing.keys.jwks) }
        }
    ]
}
