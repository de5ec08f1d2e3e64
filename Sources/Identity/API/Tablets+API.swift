import Endpoints
import Identifiers
import JSON

private struct TabletBody: Sendable {
    let name: String
    let scope: TabletScope

    static let codec = object(
        TabletBody.init(name:scope:), field("name", \.name, .name(max: 100).described("The tablet's name.")),
        field(
            "scope", \.scope,
            .stringEnum.described(
                "`kiosk`: patients check themselves in at the tablet. `staff`: staff sign in on it by PIN."),
            default: .staff)
    ).described("The tablet to pair.").named("TabletName")
}

extension Identity {
    /// The endpoints for tablets, which are shared devices at the front desk. An admin pairs a tablet. Members of staff
    /// sign in on it once with the password and set a PIN there. From then on they sign in on it by PIN, each in their
    /// own session.
    static let tabletEndpoints: [Endpoint<IdentityAction>] = [
        Endpoint(
            .post, "/api/v1/tablets", id: "pairTablet", summary: "Pair a tablet that staff share",
            details: """
                Keep the token on the tablet: staff sign in there with `tablet_token`. No other answer shows the \
                token. A tablet with the scope `kiosk` sends the token with `POST /api/v1/kiosk/check-ins`, and staff \
                cannot sign in on it.
                """,
            tag: "Tablets",
            for: AdminOnly.self, takes: .body(TabletBody.codec),
            answers: [.created(PairedTablet.codec, "The tablet with its token")]
        ) { caller, body in
            IdentityAction { identity, now in
                let tablet = try await identity.pair(body.name, for: body.scope, by: caller.principal, at: now)
                return .created(tablet, PairedTablet.codec, at: "/api/v1/tablets/\(tablet.id)")
            }
        },
        Endpoint(
            .get, "/api/v1/tablets", id: "listTablets", summary: "List the clinic's paired tablets",
            details: "A tablet is a device that staff share.",
            tag: "Tablets",
            for: AdminOnly.self, answers: [.page(of: Tablet.codec, "All paired tablets, as one page")]
        ) { caller in
            IdentityAction { identity, _ in .list(try await identity.tablets(caller.principal), Tablet.codec) }
        },
        Endpoint(
            .delete, "/api/v1/tablets/{tablet_id}", id: "unpairTablet", summary: "Unpair a tablet",
            details: "Every session on the tablet ends, and the PINs that were set on it are deleted.", tag: "Tablets",
            for: AdminOnly.self,
            takes: .path("tablet_id", .uuid.described("The tablet's id.")),
            answers: [.noContent("Nothing; the tablet is unpaired")], problems: [.notFound]
        ) { caller, tablet in
            IdentityAction { identity, now in
                try await identity.unpair(tablet, by: caller.principal, at: now)
                return .noContent
            }
        },
        Endpoint(
            .get, "/api/v1/auth/tablet/people", id: "listTabletPeople", summary: "List the people of a tablet",
            details: """
                Send the tablet's token in `Authorization`. Lists the staff who have signed in on the tablet with a \
                password and set a PIN there.
                """, tag: "Tablets", for: .everybody,
            takes: .bearerToken,
            answers: [.page(of: TabletPerson.codec, "The people who can take the tablet over, as one page")]
        ) { token in
            IdentityAction { identity, _ in .list(try await identity.people(on: token), TabletPerson.codec) }
        },
        Endpoint(
            .post, "/api/v1/auth/tablet/turn", id: "takeTurn", summary: "Take a tablet over by PIN",
            details: """
                Send the tablet's token in `Authorization`. Opens a session for this person and locks the others' \
                sessions on the tablet. After five wrong PINs the person has to sign in with the password.
                """,
            tag: "Tablets", for: .everybody, takes: .bearerToken, .body(TabletTurn.codec), .proof,
            answers: [Tokens.answer("The tokens of the new session")],
            problems: [.wrongPIN, .noPINSet, .membershipAmbiguous, .invalidProof]
        ) { token, turn, fields in
            IdentityAction { identity, now in
                let proof = ProofRequest(fields, path: "/api/v1/auth/tablet/turn")
                return .tokens(try await identity.takeTurn(turn, on: token, proof, at: now))
            }
        },
    ]
}
