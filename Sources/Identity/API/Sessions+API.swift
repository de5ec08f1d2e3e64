import Endpoints
import Identifiers
import JSON

extension Identity {
    static let sessionEndpoints: [Endpoint<IdentityAction>] = [
        Endpoint(
            .get, "/api/v1/sessions", id: "listSessions", summary: "Where one is signed in, newest first",
            tag: "Identity", for: SignedIn.self, evenRestricted: true, answers: [.page(of: SessionEntry.codec)]
        ) { caller in
            IdentityAction { identity, now in
                .list(try await identity.sessions(caller.principal, at: now), SessionEntry.codec)
            }
        },
        Endpoint(
            .delete, "/api/v1/sessions/{session_id}", id: "endSession", summary: "Sign out somewhere",
            tag: "Identity", for: SignedIn.self, evenRestricted: true, takes: .path("session_id", .uuid),
            answers: [.noContent],
            problems: [.notFound]
        ) { caller, session in
            IdentityAction { identity, now in
                try await identity.revoke(session, by: caller.principal, at: now)
                return .noContent
            }
        },
    ]
}
