import Endpoints
import JSON

private struct PasswordBody: Sendable {
    let password: String

    static let codec = object(PasswordBody.init, field("password", \.password, .string(1...256)))
        .named("PasswordProof")
}

private struct CodeBody: Sendable {
    let code: String

    static let codec = object(CodeBody.init, field("code", \.code, .string(6...20))).named("SecondFactorCode")
}

extension Identity {
    static let secondFactorEndpoints: [Endpoint<IdentityAction>] = [
        Endpoint(
            .get, "/api/v1/second-factor", id: "getSecondFactor", summary: "Whether a login asks for a code",
            tag: "Identity", for: Staff.self, evenRestricted: true, answers: [.ok(SecondFactorState.codec)]
        ) { caller in
            IdentityAction { identity, _ in
                .ok(try await identity.secondFactor(caller.principal), SecondFactorState.codec)
            }
        },
        Endpoint(
            .post, "/api/v1/second-factor", id: "beginSecondFactor", summary: "Set up an app that makes codes",
            details: "TOTP (RFC 6238). It counts once a code of it has been confirmed.", tag: "Identity",
            for: Staff.self, evenRestricted: true, takes: .body(PasswordBody.codec),
            answers: [.ok(SecondFactorSecret.codec)], problems: [.wrongPassword, .secondFactorIsSet, .tooManyAttempts]
        ) { caller, body in
            IdentityAction { identity, now in
                let secret = try await identity.beginSecondFactor(body.password, caller.principal, at: now)
                return .ok(secret, SecondFactorSecret.codec)
            }
        },
        Endpoint(
            .post, "/api/v1/second-factor/confirm", id: "confirmSecondFactor", summary: "Confirm the app's first code",
            details: "From now on a login asks for a code. The recovery codes are shown this once; each is good once.",
            tag: "Identity", for: Staff.self, evenRestricted: true, takes: .body(CodeBody.codec),
            answers: [.ok(RecoveryCodes.codec)],
            problems: [.wrongSecondFactor, .noSecondFactor, .secondFactorIsSet, .tooManyAttempts]
        ) { caller, body in
            IdentityAction { identity, now in
                let codes = try await identity.confirmSecondFactor(body.code, caller.principal, at: now)
                return .ok(codes, RecoveryCodes.codec)
            }
        },
        Endpoint(
            .post, "/api/v1/second-factor/recovery-codes", id: "renewRecoveryCodes", summary: "New recovery codes",
            tag: "Identity", for: Staff.self, evenRestricted: true, takes: .body(CodeBody.codec),
            answers: [.ok(RecoveryCodes.codec)], problems: [.wrongSecondFactor, .noSecondFactor, .tooManyAttempts]
        ) { caller, body in
            IdentityAction { identity, now in
                let codes = try await identity.renewRecoveryCodes(body.code, caller.principal, at: now)
                return .ok(codes, RecoveryCodes.codec)
            }
        },
        Endpoint(
            .post, "/api/v1/second-factor/remove", id: "removeSecondFactor", summary: "Do without a second factor",
            tag: "Identity", for: Staff.self, evenRestricted: true, takes: .body(CodeBody.codec),
            answers: [.noContent], problems: [.wrongSecondFactor, .noSecondFactor, .tooManyAttempts]
        ) { caller, body in
            IdentityAction { identity, now in
                try await identity.removeSecondFactor(body.code, caller.principal, at: now)
                return .noContent
            }
        },
    ]
}
