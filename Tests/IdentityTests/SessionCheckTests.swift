import Endpoints
import EventSourcing
import Identity
import TestSupport
import Testing

/// Tests the check of a session while the session's client holds an event stream open.
@Suite(.database(.identity), .timeLimit(.minutes(30))) struct SessionCheckTests {
    /// The caller of a new session, which was used at noon and not since then.
    private func caller(_ office: Office) async throws -> (Principal, IdentityReply) {
        let tokens = try await office.signIn(.ana, device: "phone")
        let answer = try await office.authenticate(tokens.text("access_token"))
        guard case .caller(let principal) = answer else { throw Unexpected(answer: answer) }
        return (principal, tokens)
    }

    private struct Unexpected: Error { let answer: Authentication }

    @Test func `checks of the session of an open event stream do not prevent the session's lock after 15 minutes`()
        async throws
    {
        try await withOffice { office in
            let (principal, _) = try await caller(office)
            for minutes in Int64(1)...14 {
                #expect(
                    try await office.identity.check(principal, at: noon.adding(minutes: minutes)) == .caller(principal))
            }
            let late = try await office.identity.check(principal, at: noon.adding(minutes: 15).adding(seconds: 1))
            guard case .caller(let locked) = late else { throw Unexpected(answer: late) }
            #expect(locked.isLocked)
        }
    }

    @Test func `the check of an open event stream's session finds that the session was used on another server`()
        async throws
    {
        try await withOffices(2) { offices in
            let (principal, tokens) = try await caller(offices[0])
            let later = try await offices[1].refresh(
                tokens.text("refresh_token"), device: "phone", at: noon.adding(minutes: 9))
            _ = try await offices[1].authenticate(later.text("access_token"), at: noon.adding(minutes: 12))
            try await offices[1].identity.flushLastSeen(at: noon.adding(minutes: 12))
            let late = noon.adding(minutes: 20)
            #expect(try await offices[0].identity.check(principal, at: late) == .caller(principal))
        }
    }

    @Test func `the check of an open event stream's session finds that the session was signed out`() async throws {
        try await withOffice { office in
            let (principal, tokens) = try await caller(office)
            #expect(
                try await office.call(.post, "/v1/auth/logout", token: tokens.text("refresh_token")).status == 204)
            #expect(try await office.identity.check(principal, at: noon) == .ended)
        }
    }
}
