import Endpoints
import EventSourcing
import Identifiers
import JSON

private struct UnlockBody: Sendable {
    let password: String

    static let codec = object(
        UnlockBody.init(password:),
        field("password", \.password, Codec.string(1...256).described("The account's password."))
    ).described("The account's password.").named("UnlockByPassword")
}

private struct SignatureBody: Sendable {
    let challenge: String
    let signature: String

    static let codec = object(
        SignatureBody.init(challenge:signature:),
        field("challenge", \.challenge, Codec.string(1...100).described("The challenge, as the server gave it.")),
        field(
            "signature", \.signature,
            Codec.string(1...200).described(
                "The ES256 signature: r and s, 32 bytes each, in base64url without padding."))
    ).described("A signature by the device's key.").named("UnlockBySignature")
}

extension UnlockChallenge {
    static let codec = object(
        UnlockChallenge.init(challenge:expiresAt:),
        field(
            "challenge", \.challenge, Codec.string(max: 100).described("32 random bytes in base64url, to be signed.")),
        field("expires_at", \.expiresAt, .instant.described("Until when the challenge is good, in UTC."))
    ).described("A challenge for the device's key to sign.").named("UnlockChallenge")
}

extension Identity {
    static let unlockEndpoints: [Endpoint<IdentityAction>] = [
        Endpoint(
            .post, "/api/v1/unlock", id: "unlockByPassword", summary: "Unlock the session by password",
            details: """
                Works for every locked session, also one without a PIN. Wrong passwords are counted together with \
                those of logins on this device: after some, the next attempt has to wait, longer each time (429 with \
                `Retry-After`).
                """,
            tag: "Identity", for: Anyone.self, evenLocked: true, evenRestricted: true, takes: .body(UnlockBody.codec),
            .peer, answers: [.noContent("Nothing; the session is unlocked")],
            problems: [.wrongPassword, .tooManyAttempts, .sessionEnded]
        ) { caller, body, peer in
            IdentityAction { identity, now in
                try await identity.unlock(
                    password: body.password, by: caller.principal, from: peer.network, at: now)
                return .noContent
            }
        },
        Endpoint(
            .post, "/api/v1/unlock/challenge", id: "beginUnlock", summary: "Request a challenge for the device's key",
            details: """
                For a device that registered a key (`device_key`) with its PIN. The challenge is good once, for two \
                minutes, and replaces the session's earlier one. The device signs the ASCII text \
                `chairside-unlock.{session_id}.{challenge}`, with the session's id in lower case.
                """,
            tag: "Identity", for: Anyone.self, evenLocked: true, evenRestricted: true,
            answers: [.ok(UnlockChallenge.codec, "The challenge to sign")], problems: [.noDeviceKey]
        ) { caller in
            IdentityAction { identity, now in
                .ok(try await identity.challengeToUnlock(caller.principal, at: now), UnlockChallenge.codec)
            }
        },
        Endpoint(
            .post, "/api/v1/unlock/signature", id: "unlockBySignature",
            summary: "Unlock the session by the device's key",
            details: """
                Takes the signature of the challenge from `POST /api/v1/unlock/challenge`, by the key that was \
                registered with the PIN.
                """,
            tag: "Identity", for: Anyone.self, evenLocked: true, evenRestricted: true,
            takes: .body(SignatureBody.codec), answers: [.noContent("Nothing; the session is unlocked")],
            problems: [.wrongSignature, .sessionEnded]
        ) { caller, body in
            IdentityAction { identity, now in
                try await identity.unlock(
                    challenge: body.challenge, signature: body.signature, by: caller.principal, at: now)
                return .noContent
            }
        },
    ]
}
