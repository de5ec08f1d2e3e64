import Endpoints
import Identifiers
import JSON

private struct TabletBody: Sendable {
    let name: String

    static let codec = object(TabletBody.init, field("name", \.name, .name(max: 100))).named("TabletName")
}

extension Identity {
    /// A shared device at the front desk. An admin pairs it. Staff sign in on it once with the password and set a PIN
    /// there; from then on they take turns by PIN, each in an own session.
    static let tabletEndpoints: [Endpoint<IdentityAction>] = [
        Endpoint(
            .post, "/api/v1/tablets", id: "pairTablet", summary: "Pair a tablet that staff share",
            details: "The token is the tablet's to keep; staff sign in on it with `tablet_token`.", tag: "Tablets",
            for: AdminOnly.self, takes: .body(TabletBody.codec), answers: [.created(PairedTablet.codec)]
        ) { caller, body in
            IdentityAction { identity, now in
                let tablet = try await identity.pair(body.name, by: caller.principal, at: now)
                return .created(tablet, PairedTablet.codec, at: "/api/v1/tablets/\(tablet.id)")
            }
        },
        Endpoint(
            .get, "/api/v1/tablets", id: "listTablets", summary: "The clinic's paired tablets", tag: "Tablets",
            for: AdminOnly.self, answers: [.page(of: Tablet.codec)]
        ) { caller in
            IdentityAction { identity, _ in .list(try await identity.tablets(caller.principal), Tablet.codec) }
        },
        Endpoint(
            .delete, "/api/v1/tablets/{tablet_id}", id: "unpairTablet", summary: "Unpair a tablet",
            details: "Everybody is signed out on it.", tag: "Tablets", for: AdminOnly.self,
            takes: .path("tablet_id", .uuid), answers: [.noContent], problems: [.notFound]
        ) { caller, tablet in
            IdentityAction { identity, now in
                try await identity.unpair(tablet, by: caller.principal, at: now)
                return .noContent
            }
        },
        Endpoint(
            .get, "/api/v1/auth/tablet/people", id: "listTabletPeople", summary: "Who can take a turn on this tablet",
            details: "With the tablet's token in `Authorization`.", tag: "Tablets", for: .everybody,
            takes: .bearerToken, answers: [.page(of: TabletPerson.codec)]
        ) { token in
            IdentityAction { identity, _ in .list(try await identity.people(on: token), TabletPerson.codec) }
        },
        Endpoint(
            .post, "/api/v1/auth/tablet/turn", id: "takeTurn", summary: "Take the tablet over by PIN",
            details: """
                With the tablet's token in `Authorization`. Opens a session for this person and locks the others' on it.
                After five wrong PINs the person signs in with the password again.
                """,
            tag: "Tablets", for: .everybody, takes: .bearerToken, .body(TabletTurn.codec), .proof,
            answers: [.ok(Tokens.codec)],
            problems: [.wrongPIN, .noPINSet, .membershipAmbiguous, .invalidProof]
        ) { token, turn, fields in
            IdentityAction { identity, now in
                let proof = ProofRequest(fields, path: "/api/v1/auth/tablet/turn")
                return .ok(try await identity.takeTurn(turn, on: token, proof, at: now), Tokens.codec)
            }
        },
    ]
}
