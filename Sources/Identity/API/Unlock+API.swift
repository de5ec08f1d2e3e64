import Endpoints
import EventSourcing
import Identifiers
import JSON

private struct UnlockBody: Sendable {
    let password: String

    static let codec = object(
        UnlockBody.init,
        field("password", \.password, Codec.string(1...256).described("The account's password"))
    ).named("UnlockByPassword")
}

private struct SignatureBody: Sendable {
    let challenge: String
    let signature: String

    static let codec = object(
        SignatureBody.init,
        field("challenge", \.challenge, Codec.string(1...100).described("As the server gave it")),
        field(
            "signature", \.signature,
            Codec.string(1...200).described("ES256: r and s, 32 bytes each, in base64url without padding"))
    ).named("UnlockBySignature")
}

extension UnlockChallenge {
    static let codec = object(
        UnlockChallenge.init,
        field("challenge", \.challenge, Codec.string(max: 100).described("32 random bytes in base64url")),
        field("expires_at", \.expiresAt, .instant)
    ).named("UnlockChallenge")
}

extension Identity {
    static let unlockEndpoints: [Endpoint<IdentityAction>] = [
        Endpoint(
            .post, "/api/v1/unlock", id: "unlockByPassword", summary: "Unlock the session by password",
            details: """
                For every locked session, one without a PIN too. Wrong passwords are counted together with those of logins on
                this device: after some the next attempt has to wait, each time longer (429 with `Retry-After`).
                """,
            tag: "Identity", for: Anyone.self, evenLocked: true, evenRestricted: true, takes: .body(UnlockBody.codec),
            .peer, answers: [.noContent], problems: [.wrongPassword, .tooManyAttempts, .sessionEnded]
        ) { caller, body, peer in
            IdentityAction { identity, now in
                try await identity.unlock(
                    password: body.password, by: caller.principal, from: peer.network, at: now)
                return .noContent
            }
        },
        Endpoint(
            .post, "/api/v1/unlock/challenge", id: "beginUnlock", summary: "Ask for what the device's key is to sign",
            details: """
                For a device that registered a key (`device_key`) with its PIN. The challenge is good once, for two minutes,
                and takes the place of the session's earlier one. The device signs the ASCII text
                `chairside-unlock.{session_id}.{challenge}`, with the session's id in lower case.
                """,
            tag: "Identity", for: Anyone.self, evenLocked: true, evenRestricted: true,
            answers: [.ok(UnlockChallenge.codec)], problems: [.noDeviceKey]
        ) { caller in
            IdentityAction { identity, now in
                .ok(try await identity.challengeToUnlock(caller.principal, at: now), UnlockChallenge.codec)
            }
        },
        Endpoint(
            .post, "/api/v1/unlock/signature", id: "unlockBySignature",
            summary: "Unlock the session by the device's key",
            tag: "Identity", for: Anyone.self, evenLocked: true, evenRestricted: true,
            takes: .body(SignatureBody.codec), answers: [.noContent], problems: [.wrongSignature, .sessionEnded]
        ) { caller, body in
            IdentityAction { identity, now in
                try await identity.unlock(
                    challenge: body.challenge, signature: body.signature, by: caller.principal, at: now)
                return .noContent
            }
        },
    ]
}
