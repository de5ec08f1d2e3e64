import Endpoints
import JSON

private struct AddressBody: Sendable {
    let email: String

    static let codec = object(AddressBody.init, field("email", \.email, .string(1...254))).named("EmailAddress")
}

private struct TokenBody: Sendable {
    let token: String

    static let codec = object(TokenBody.init, field("token", \.token, .string(1...200))).named("OneTimeToken")
}

private struct NewPasswordBody: Sendable {
    let token: String
    let password: String

    static let codec = object(
        NewPasswordBody.init, field("token", \.token, .string(1...200)),
        field("password", \.password, .string(1...256))
    ).named("NewPassword")
}

extension Identity {
    private static let mailed = Answer(202, "Taken on; what there is to say is mailed", .none)

    /// Self-registration (O35).
    static func registrationEndpoints(under base: String, idSuffix: String) -> [Endpoint<IdentityAction>] {
        [
            Endpoint(
                .post, PathTemplate("\(base)/auth/register"), id: "register\(idSuffix)", summary: "Ask for an account",
                details: """
                    The account comes to be when the token that is mailed is brought to `/api/v1/auth/confirm-email`. The
                    answer is the same where the address has an account already. The account needs no clinic: without one
                    its role is `person`. A clinic says what the account is there.
                    """,
                tag: "Identity", for: .everybody, takes: .body(RegistrationForm.codec), .peer, answers: [mailed],
                problems: [.weakPassword, .tooManyAttempts]
            ) { form, peer in
                IdentityAction { identity, now in
                    try await identity.register(form, from: peer.network, at: now)
                    return .accepted
                }
            }
        ]
    }

    static let oneTimeEndpoints: [Endpoint<IdentityAction>] = [
        Endpoint(
            .post, "/api/v1/auth/password-reset", id: "askForPassword", summary: "Forgot the password",
            details: "Mails a token that is good for an hour. The answer is the same where nobody has the address.",
            tag: "Identity", for: .everybody, takes: .body(AddressBody.codec), .peer, answers: [mailed],
            problems: [.tooManyAttempts]
        ) { body, peer in
            IdentityAction { identity, now in
                try await identity.askForPassword(body.email, from: peer.network, at: now)
                return .accepted
            }
        },
        Endpoint(
            .post, "/api/v1/auth/new-password", id: "choosePassword", summary: "Choose a password",
            details: "With the token from an invitation or from a mail. Every session of the account ends.",
            tag: "Identity", for: .everybody, takes: .body(NewPasswordBody.codec), answers: [.noContent],
            problems: [.invalidOneTimeToken, .weakPassword]
        ) { body in
            IdentityAction { identity, now in
                try await identity.choosePassword(body.token, body.password, at: now)
                return .noContent
            }
        },
        Endpoint(
            .post, "/api/v1/auth/confirm-email", id: "confirmEmail", summary: "Prove an e-mail address",
            details: "With the token that was mailed there; an account that was registered comes to be.",
            tag: "Identity", for: .everybody, takes: .body(TokenBody.codec), answers: [.noContent],
            problems: [.invalidOneTimeToken]
        ) { body in
            IdentityAction { identity, now in
                try await identity.confirmEmail(body.token, at: now)
                return .noContent
            }
        },
        Endpoint(
            .post, "/api/v1/me/email-verification", id: "askForVerification",
            summary: "Mail a token to prove one's address with", tag: "Identity", for: SignedIn.self,
            evenRestricted: true, answers: [mailed],
            problems: [.tooManyAttempts]
        ) { caller in
            IdentityAction { identity, now in
                try await identity.askForVerification(caller.principal, at: now)
                return .accepted
            }
        },
    ]
}
