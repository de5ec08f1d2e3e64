import Endpoints
import JSON

private struct AddressBody: Sendable {
    let email: String

    static let codec = object(
        AddressBody.init(email:), field("email", \.email, .string(1...254).described("The account's e-mail address."))
    ).described("An e-mail address.").named("EmailAddress")
}

private struct TokenBody: Sendable {
    let token: String

    static let codec = object(
        TokenBody.init(token:),
        field("token", \.token, .string(1...200).described("The token from the mail; it is good once."))
    ).described("A token from a mail.").named("OneTimeToken")
}

private struct ContactAnswerBody: Sendable {
    let token: String
    let answer: ContactAnswer

    static let codec = object(
        ContactAnswerBody.init(token:answer:),
        field("token", \.token, .string(1...200).described("The token from the mail.")),
        field(
            "answer", \.answer,
            .stringEnum.described(
                "`accept`; `refuse`: no mails about this person; `refuse_all`: no such mails about anybody."))
    ).described("The answer of a contact.").named("ContactAnswer")
}

private struct NewPasswordBody: Sendable {
    let token: String
    let password: String

    static let codec = object(
        NewPasswordBody.init(token:password:),
        field("token", \.token, .string(1...200).described("The token from the mail or the link; it is good once.")),
        field("password", \.password, .string(1...256).described("The new password. \(PasswordRules.text)"))
    ).described("The password to set, with a token.").named("NewPassword")
}

extension Identity {
    private static let mailed = Answer(202, "Nothing; the server sends a mail, if there is one to send", .none)

    /// The endpoints for self-registration.
    static func registrationEndpoints(under base: String, idSuffix: String) -> [Endpoint<IdentityAction>] {
        [
            Endpoint(
                .post, PathTemplate("\(base)/auth/register"), id: "register\(idSuffix)", summary: "Register an account",
                details: older(base, "register")
                    + """
                    Mails a token to the address. `POST /api/v1/auth/confirm-email` with that token creates the account. \
                    The answer is the same if the address has an account already. The account needs no clinic: without \
                    one its role is `person`. A clinic gives it other roles.
                    """,
                tag: "Identity", for: .everybody, isDeprecated: base == "/v1", takes: .body(RegistrationForm.codec),
                .peer, answers: [mailed],
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
            .post, "/api/v1/auth/password-reset", id: "askForPassword", summary: "Reset a forgotten password",
            details: """
                Mails a token that is good for an hour, for `POST /api/v1/auth/new-password`. The answer is the same \
                if no account has the address.
                """,
            tag: "Identity", for: .everybody, takes: .body(AddressBody.codec), .peer, answers: [mailed],
            problems: [.tooManyAttempts]
        ) { body, peer in
            IdentityAction { identity, now in
                try await identity.askForPassword(body.email, from: peer.network, at: now)
                return .accepted
            }
        },
        Endpoint(
            .post, "/api/v1/auth/new-password", id: "choosePassword", summary: "Choose a password with a token",
            details: "Takes the token from an invitation or from a mail. Every session of the account ends.",
            tag: "Identity", for: .everybody, takes: .body(NewPasswordBody.codec),
            answers: [.noContent("Nothing; the password is set")],
            problems: [.invalidOneTimeToken, .weakPassword]
        ) { body in
            IdentityAction { identity, now in
                try await identity.choosePassword(body.token, body.password, at: now)
                return .noContent
            }
        },
        Endpoint(
            .post, "/api/v1/auth/confirm-email", id: "confirmEmail", summary: "Confirm an e-mail address",
            details: """
                Takes the token that was mailed to the address. If the account was registered with `POST \
                /api/v1/auth/register`, this creates it.
                """,
            tag: "Identity", for: .everybody, takes: .body(TokenBody.codec),
            answers: [.noContent("Nothing; the address is confirmed")],
            problems: [.invalidOneTimeToken]
        ) { body in
            IdentityAction { identity, now in
                try await identity.confirmEmail(body.token, at: now)
                return .noContent
            }
        },
        Endpoint(
            .post, "/api/v1/auth/contact-answer", id: "answerContactRequest",
            summary: "Agree to be the contact of a person who checks in, or refuse",
            details: """
                A contact with an e-mail address is asked by one mail of fixed text (`purpose=contact`), at most once a \
                day for each address. The contact is told of missed check-ins only after `accept`. The same token refuses \
                later; every mail about a missed check-in has it. A refusal is final.
                """,
            tag: "Identity", for: .everybody, takes: .body(ContactAnswerBody.codec),
            answers: [.noContent("Nothing; the answer is stored")], problems: [.invalidOneTimeToken]
        ) { body in
            IdentityAction { identity, now in
                try await identity.answerContactRequest(body.token, body.answer, at: now)
                return .noContent
            }
        },
        Endpoint(
            .post, "/api/v1/me/email-verification", id: "askForVerification",
            summary: "Request a mail to confirm one's own address",
            details: "Mails a token to the account's address, for `POST /api/v1/auth/confirm-email`.",
            tag: "Identity", for: SignedIn.self,
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
