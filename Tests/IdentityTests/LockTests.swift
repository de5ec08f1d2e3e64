import Endpoints
import EventSourcing
import Identifiers
import Identity
import PostgresClient
import SQL
import TestSupport
import Testing

@Suite(.database(.identity), .timeLimit(.minutes(30))) struct LockTests {
    /// Opens a session with a PIN, last used at noon, and refreshes it at 12:09. So its access token is still valid
    /// when the session locks.
    private func begin(_ office: Office) async throws -> IdentityReply {
        let tokens = try await office.signIn(.ana, device: "phone")
        let pin = try await office.call(
            .post, "/api/v1/pin", token: tokens.text("access_token"), #"{"pin":"481516"}"#)
        try #require(pin.status == 204)
        return try await office.refresh(tokens.text("refresh_token"), device: "phone", at: noon.adding(minutes: 9))
    }

    private func me(_ office: Office, _ tokens: IdentityReply, at now: Instant) async throws -> IdentityReply {
        try await office.call(.get, "/api/v1/me", token: tokens.text("access_token"), at: now)
    }

    @Test func `a session locks after 15 idle minutes and is unlocked by its PIN`() async throws {
        try await withOffices(2) { offices in
            let office = offices[0]
            let tokens = try await begin(office)
            // The session was last used at noon. Its refresh at 12:09 does not count as a use.
            let late = noon.adding(minutes: 15).adding(seconds: 1)
            let locked = try await me(office, tokens, at: late)
            #expect(locked.status == 403)
            #expect(locked.problem == "session-locked")
            #expect(try await me(offices[1], tokens, at: late).problem == "session-locked")
            #expect(try await me(office, tokens, at: late).problem == "session-locked")
            let set = try await office.call(
                .put, "/api/v1/pin", token: tokens.text("access_token"),
                #"{"current_pin":"481516","new_pin":"482913"}"#, at: late)
            #expect(set.problem == "session-locked")
            let refreshed = try await office.refresh(tokens.text("refresh_token"), device: "phone", at: late)
            #expect(try refreshed.flag("locked"))
            let unlock = try await office.call(
                .post, "/api/v1/pin/verify", token: tokens.text("access_token"), #"{"pin":"481516"}"#, at: late)
            #expect(unlock.status == 204)
            #expect(try await me(office, tokens, at: late).status == 200)
            // The other process is notified twice: when the session is locked, and when it is unlocked.
            await offices[1].notices.heard(try tokens.text("session_id"))
            await offices[1].notices.heard(try tokens.text("session_id"))
            #expect(try await me(offices[1], tokens, at: late).status == 200)
        }
    }

    @Test func `a session in use stays unlocked, in every process`() async throws {
        try await withOffices(2) { offices in
            let tokens = try await begin(offices[0])
            for (minutes, office) in [(10, 0), (11, 1), (12, 1), (14, 1)] {
                #expect(try await me(offices[office], tokens, at: noon.adding(minutes: Int64(minutes))).status == 200)
            }
            try await offices[1].identity.flushLastSeen(at: noon.adding(minutes: 14))
            // The first process knows only that the session was used in minute 10. It asks the database for later uses
            // before it locks the session.
            let next = try await offices[0].refresh(
                tokens.text("refresh_token"), device: "phone", at: noon.adding(minutes: 18))
            #expect(try await me(offices[0], next, at: noon.adding(minutes: 26)).status == 200)
            #expect(try await me(offices[0], next, at: noon.adding(minutes: 27)).status == 200)
        }
    }

    @Test func `recording the use of sessions does not wait for a transaction that changes one of the sessions`()
        async throws
    {
        try await withOffice(connections: 2) { office in
            let (first, second) = (
                try await office.signIn(.ana, device: "phone"), try await office.signIn(.ana, device: "tablet")
            )
            for tokens in [first, second] {
                for minute in [Int64(5), 7] {
                    #expect(try await me(office, tokens, at: noon.adding(minutes: minute)).status == 200)
                }
            }
            @Sendable func lastMinute(_ tokens: IdentityReply) async throws -> Int64 {
                try await office.pool.perform(
                    """
                    SELECT (extract(epoch FROM last_seen_at)::bigint - \(noon.secondsSince1970)) / 60
                    FROM session WHERE session_id = \(try tokens.text("session_id"))::uuid
                    """)[0].int64(0)
            }
            let other = try await PostgresConnection.connect(
                PostgresConfiguration(conninfo: try TestDatabase.current.conninfo), on: office.loop)
            defer { other.close() }
            _ = try await other.perform("BEGIN")
            _ = try await other.perform(
                "SELECT FROM session WHERE session_id = \(try first.text("session_id"))::uuid FOR UPDATE")
            try await office.identity.flushLastSeen(at: noon.adding(minutes: 7))
            #expect(try await lastMinute(second) == 7)
            #expect(try await lastMinute(first) < 7)
            _ = try await other.perform("COMMIT")
            // Uses of a session that could not be stored at the first attempt are stored at the next one.
            try await office.identity.flushLastSeen(at: noon.adding(minutes: 7))
            #expect(try await lastMinute(first) == 7)
        }
    }

    @Test func `a locked session can still be signed out`() async throws {
        try await withOffice { office in
            let tokens = try await begin(office)
            let late = noon.adding(minutes: 16)
            #expect(try await me(office, tokens, at: late).status == 403)
            let out = try await office.call(.post, "/v1/auth/logout", token: tokens.text("access_token"), at: late)
            #expect(out.status == 204)
            #expect(try await me(office, tokens, at: late).problem == "session-ended")
        }
    }
}
