import Endpoints
import JSON

private struct PasswordBody: Sendable {
    let password: String

    static let codec = object(
        PasswordBody.init(password:),
        field("password", \.password, .string(1...256).described("The account's password."))
    )
    .described("The account's password, as a proof.").named("PasswordProof")
}

private struct CodeBody: Sendable {
    let code: String

    static let codec = object(
        CodeBody.init(code:),
        field("code", \.code, .string(6...20).described("A code of the authenticator app, or a recovery code."))
    ).described("A code that proves the second factor.").named("SecondFactorCode")
}

extension Identity {
    static let secondFactorEndpoints: [Endpoint<IdentityAction>] = [
        Endpoint(
            .get, "/api/v1/second-factor", id: "getSecondFactor", summary: "Show the second factor's state",
            details: "Whether a login asks for a code, and how many recovery codes are left.",
            tag: "Identity", for: Staff.self, evenRestricted: true,
            answers: [.ok(SecondFactorState.codec, "The second factor's state")]
        ) { caller in
            IdentityAction { identity, _ in
                .ok(try await identity.secondFactor(caller.principal), SecondFactorState.codec)
            }
        },
        Endpoint(
            .post, "/api/v1/second-factor", id: "beginSecondFactor", summary: "Set up a second factor",
            details: """
                Makes a TOTP secret (RFC 6238) for an authenticator app. Logins ask for a code only after `POST \
                /api/v1/second-factor/confirm`.
                """, tag: "Identity",
            for: Staff.self, evenRestricted: true, takes: .body(PasswordBody.codec),
            answers: [.ok(SecondFactorSecret.codec, "The secret for the authenticator app")],
            problems: [.wrongPassword, .secondFactorIsSet, .tooManyAttempts]
        ) { caller, body in
            IdentityAction { identity, now in
                let secret = try await identity.beginSecondFactor(body.password, caller.principal, at: now)
                return .ok(secret, SecondFactorSecret.codec)
            }
        },
        Endpoint(
            .post, "/api/v1/second-factor/confirm", id: "confirmSecondFactor", summary: "Confirm the second factor",
            details: """
                Takes the app's first code. From now on a login asks for a code. The recovery codes are shown only \
                now; each is good once.
                """,
            tag: "Identity", for: Staff.self, evenRestricted: true, takes: .body(CodeBody.codec),
            answers: [.ok(RecoveryCodes.codec, "The recovery codes")],
            problems: [.wrongSecondFactor, .noSecondFactor, .secondFactorIsSet, .tooManyAttempts]
        ) { caller, body in
            IdentityAction { identity, now in
                let codes = try await identity.confirmSecondFactor(body.code, caller.principal, at: now)
                return .ok(codes, RecoveryCodes.codec)
            }
        },
        Endpoint(
            .post, "/api/v1/second-factor/recovery-codes", id: "renewRecoveryCodes",
            summary: "Replace the recovery codes",
            details: "The old recovery codes stop working.",
            tag: "Identity", for: Staff.self, evenRestricted: true, takes: .body(CodeBody.codec),
            answers: [.ok(RecoveryCodes.codec, "The new recovery codes")],
            problems: [.wrongSecondFactor, .noSecondFactor, .tooManyAttempts]
        ) { caller, body in
            IdentityAction { identity, now in
                let codes = try await identity.renewRecoveryCodes(body.code, caller.principal, at: now)
                return .ok(codes, RecoveryCodes.codec)
            }
        },
        Endpoint(
            .post, "/api/v1/second-factor/remove", id: "removeSecondFactor", summary: "Remove the second factor",
            details: """
                Logins ask for no code any more. If the account must have a second factor, it has to set one up \
                after the next login.
                """,
            tag: "Identity", for: Staff.self, evenRestricted: true, takes: .body(CodeBody.codec),
            answers: [.noContent("Nothing; the second factor is removed")],
            problems: [.wrongSecondFactor, .noSecondFactor, .tooManyAttempts]
        ) { caller, body in
            IdentityAction { identity, now in
                try await identity.removeSecondFactor(body.code, caller.principal, at: now)
                return .noContent
            }
        },
    ]
}
