import Endpoints
import Identifiers
import JSON

extension Identity {
    static let sessionEndpoints: [Endpoint<IdentityAction>] = [
        Endpoint(
            .get, "/api/v1/sessions", id: "listSessions", summary: "List one's own sessions, newest first",
            details: "The open sessions of the account in this clinic.",
            tag: "Identity", for: SignedIn.self, evenRestricted: true,
            answers: [.page(of: SessionEntry.codec, "All open sessions, as one page")]
        ) { caller in
            IdentityAction { identity, now in
                .list(try await identity.sessions(caller.principal, at: now), SessionEntry.codec)
            }
        },
        Endpoint(
            .delete, "/api/v1/sessions/{session_id}", id: "endSession", summary: "End one of one's own sessions",
            details: "The session's tokens stop working at once.",
            tag: "Identity", for: SignedIn.self, evenRestricted: true,
            takes: .path("session_id", .uuid.described("The session's id.")),
            answers: [.noContent("Nothing; the session has ended")],
            problems: [.notFound]
        ) { caller, session in
            IdentityAction { identity, now in
                try await identity.revoke(session, by: caller.principal, at: now)
                return .noContent
            }
        },
    ]
}
