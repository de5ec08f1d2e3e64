import Endpoints
import JSON

/// The refresh token in a body, for clients that follow OAuth 2.0 (RFC 6749 §6).
private struct RefreshBody: Sendable {
    let refreshToken: String

    static let codec = object(RefreshBody.init, field("refresh_token", \.refreshToken, .string(1...200)))
        .named("Refresh")

    /// - Throws: 401 without a token, 400 for two different ones.
    static func token(_ shown: String?, _ body: RefreshBody?) throws(Problem) -> String {
        guard let token = body?.refreshToken ?? shown else { throw .unauthenticated }
        guard shown == nil || shown == token else {
            throw .malformed(
                body: "/refresh_token", code: "ambiguous", detail: "must be the token in Authorization, or alone")
        }
        return token
    }
}

extension Identity {
    /// Login, refresh and logout (O3). Both base paths that clients use share one implementation (O35).
    static func authEndpoints(under base: String, idSuffix: String) -> [Endpoint<IdentityAction>] {
        [
            Endpoint(
                .post, PathTemplate("\(base)/auth/login"), id: "login\(idSuffix)", summary: "Sign in",
                details: """
                    A session is for one clinic and one role. An account that is several things says which one with
                    `clinic_id` and `role`; else the session is for what was used last, and `other_memberships` names the
                    others. An account that is nothing in any clinic gets a session with the role `person`. After some wrong passwords the next attempt has to wait, each time
                    longer: 429 with `Retry-After`. Only failures from the same network count, not those of others; on
                    a device (`device_id`) where the account has signed in before, only those on that device. A proof of
                    possession (`DPoP`) binds the session to its key: every request then brings its own proof.

                    Right passwords have a limit as well: 50 at once and then one each 12 seconds, for each account. An account
                    has 50 sessions at most; a login beyond that ends the session that was used longest ago.

                    `platform` says what the client runs on. The session is the mobile app's unless that is `web` or the
                    device is a paired tablet, and the app reaches only the areas that the clinic has opened to the role
                    (403 `area-closed` elsewhere; `GET /api/v1/me` lists the open ones). A session with the `scope`
                    `background` does not lock when it is idle, and reaches only what is the account's own.
                    """,
                tag: "Identity", for: .everybody, takes: .body(LoginAttempt.codec), .peer, .proof,
                answers: [.ok(Tokens.codec)],
                problems: [
                    .wrongCredentials, .noSuchMembership, .tooManyAttempts, .unauthenticated,
                    .secondFactorRequired, .wrongSecondFactor, .invalidProof,
                ]
            ) { attempt, peer, fields in
                IdentityAction { identity, now in
                    let proof = ProofRequest(fields, path: "\(base)/auth/login")
                    return .ok(try await identity.login(attempt, from: peer.network, proof, at: now), Tokens.codec)
                }
            },
            Endpoint(
                .post, PathTemplate("\(base)/auth/refresh"), id: "refresh\(idSuffix)",
                summary: "Exchange the refresh token for new tokens",
                details: """
                    The refresh token goes into `Authorization` or into the body; two that differ are a 400. The same token
                    may come again for 30 seconds and gets the same answer; any later use ends the session, and so does a
                    use with the name of another device than the login's (`X-Device-Id`, which may be left out). A session
                    that was bound to a key at login needs a proof by that key (`DPoP`); no other session is bound here.
                    """,
                tag: "Identity", for: .everybody, takes: .optionalToken, .optionalBody(RefreshBody.codec),
                .optionalHeader("X-Device-Id", .deviceID), .proof,
                answers: [.ok(Tokens.codec)], problems: [.invalidRefreshToken, .invalidProof]
            ) { shown, body, device, fields throws(Problem) in
                let token = try RefreshBody.token(shown, body)
                return IdentityAction { identity, now in
                    let proof = ProofRequest(fields, path: "\(base)/auth/refresh")
                    return .ok(try await identity.refresh(token, device: device, proof, at: now), Tokens.codec)
                }
            },
            Endpoint(
                .post, PathTemplate("\(base)/auth/logout"), id: "logout\(idSuffix)", summary: "Sign out",
                details: """
                    With the access token, expired or not, or with the refresh token in `Authorization`. A session that is
                    bound to a key takes a proof of it (`DPoP`).
                    """,
                tag: "Identity", for: .everybody, takes: .anyToken, .proof, answers: [.noContent],
                problems: [.invalidProof]
            ) { token, fields in
                IdentityAction { identity, now in
                    try await identity.logout(token, ProofRequest(fields, path: "\(base)/auth/logout"), at: now)
                    return .noContent
                }
            },
        ]
    }

    static let keyEndpoints: [Endpoint<IdentityAction>] = [
        Endpoint(
            .get, "/.well-known/jwks.json", id: "getKeys", summary: "The keys that access tokens are verified with",
            tag: "Identity", for: .everybody, answers: [.ok(PublishedKey.set)], caching: .publicETag(maxAge: 300)
        ) {
            IdentityAction { identity, _ in .ok(identity.shared.keyRing.keys.jwks) }
        }
    ]
}
