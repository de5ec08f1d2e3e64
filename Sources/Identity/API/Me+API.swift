import Endpoints
import JSON

private struct Renaming: Sendable {
    let name: String

    static let codec = object(
        Renaming.init(name:), field("name", \.name, .name().described("The name that others see."))
    )
    .described("The account's new name.").named("ProfileChange")
}

extension Identity {
    static let meEndpoints: [Endpoint<IdentityAction>] = [
        Endpoint(
            .get, "/api/v1/me", id: "getMe", summary: "Show the caller's profile",
            details: "The caller's account, and the clinic and role of this session.",
            tag: "Identity", for: SignedIn.self,
            evenRestricted: true,
            answers: [.ok(Profile.codec, "The caller's profile")]
        ) { caller in
            IdentityAction { identity, _ in
                let profile = try await identity.profile(caller.principal)
                return .ok(profile, Profile.codec)
            }
        },
        Endpoint(
            .patch, "/api/v1/me", id: "changeMe", summary: "Change one's own name",
            details: """
                Changes the name of the account, in every clinic. The names that clinics keep of patients and staff \
                stay.
                """,
            tag: "Identity", for: SignedIn.self,
            evenRestricted: true,
            takes: .body(Renaming.codec), .preconditions,
            answers: [.ok(Profile.codec, "The caller's profile as it is now")]
        ) { caller, change, preconditions in
            IdentityAction { identity, _ in
                let profile = try await identity.rename(caller.principal, to: change.name, under: preconditions)
                return .ok(profile, Profile.codec)
            }
        },
        Endpoint(
            .post, "/api/v1/me/switch", id: "switchMembership", summary: "Change the session's clinic or role",
            details: """
                Opens a session for another clinic or role on the same device; the old session and its tokens end. \
                The answer to a login lists the account's memberships. The role `person` is for what belongs to no \
                clinic.
                """,
            tag: "Identity", for: SignedIn.self, takes: .body(MembershipSwitch.codec),
            answers: [Tokens.answer("The tokens of the new session")],
            problems: [.noSuchMembership, .sessionEnded]
        ) { caller, wanted in
            IdentityAction { identity, now in
                .tokens(try await identity.change(caller.principal, to: wanted, at: now))
            }
        },
        Endpoint(
            .put, "/api/v1/me/password", id: "changePassword", summary: "Change one's own password",
            details: "Every other session of the account ends; this one goes on.", tag: "Identity", for: SignedIn.self,
            evenRestricted: true, takes: .body(PasswordChange.codec),
            answers: [.noContent("Nothing; the password is changed")],
            problems: [.wrongPassword, .weakPassword, .tooManyAttempts]
        ) { caller, change in
            IdentityAction { identity, now in
                try await identity.changePassword(change, caller.principal, at: now)
                return .noContent
            }
        },
    ]
}
