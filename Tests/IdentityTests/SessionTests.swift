import JSON
import PostgresClient
import Endpoints
import EventSourcing
import Identifiers
import Identity
import SQL
import TestSupport
import Testing

@Suite(.database(.identity), .timeLimit(.minutes(30))) struct SessionTests {
    @Test(arguments: ["access_token", "refresh_token"])
    func `signing out ends the session at once in every process`(_ kind: String) async throws {
        try await withOffices(2) { offices in
            let tokens = try await offices[0].signIn(.ana)
            let access = try tokens.text("access_token")
            for office in offices {
                _ = try await office.authenticate(access)
                // After the first request, the process finds the session in its memory.
                try #require(office.atOnce(access) != nil)
            }
            #expect(try await offices[0].call(.post, "/v1/auth/logout", token: tokens.text(kind)).status == 204)
            #expect(try await offices[0].authenticate(access) == .ended)
            #expect(offices[1].atOnce(access) == nil)
            #expect(try await offices[1].call(.get, "/api/v1/me", token: access).problem == "session-ended")
            #expect(try await offices[1].refresh(tokens.text("refresh_token")).status == 401)
            // Signing out again is accepted, even with an expired token.
            let again = try await offices[1].call(
                .post, "/v1/auth/logout", token: tokens.text(kind), at: noon.adding(minutes: 20))
            #expect(again.status == 204)
        }
    }

    @Test func `an access token expires after ten minutes, even in constant use`() async throws {
        try await withOffice { office in
            let access = try await office.signIn(.ana).text("access_token")
            _ = try await office.authenticate(access, at: noon.adding(minutes: 9))
            try #require(office.atOnce(access, at: noon.adding(minutes: 9)) != nil)
            #expect(office.atOnce(access, at: noon.adding(minutes: 10)) == .expired)
            #expect(try await office.authenticate(access, at: noon.adding(minutes: 10)) == .expired)
        }
    }

    @Test func `signing out without a token of this server is answered with 401`() async throws {
        try await withOffice { office in
            for token in [nil, "x", String(repeating: "A", count: 70)] as [String?] {
                let reply = try await office.call(.post, "/api/v1/auth/logout", token: token)
                #expect(reply.status == 401)
            }
        }
    }

    @Test func `signing out with a refresh token older than the previous one is treated as theft`() async throws {
        try await withOffice { office in
            let first = try await office.signIn(.ana).text("refresh_token")
            let second = try await office.refresh(first).text("refresh_token")
            _ = try await office.refresh(second)
            func logout(_ token: String) async throws -> Int {
                try await office.call(.post, "/v1/auth/logout", token: token).status
            }
            #expect(try await logout(first) == 401)
            let ended = try await office.pool.perform("SELECT end_reason FROM session")
            #expect(try ended.map { try $0.text(0) } == ["refresh_reuse"])
            // A client that did not receive the answer to its refresh can sign out with its previous token.
            let lost = try await office.login(.ana).text("refresh_token")
            _ = try await office.refresh(lost)
            #expect(try await logout(lost) == 204)
        }
    }

    @Test func `sessions that expired 400 days ago are deleted, except those with a device report`() async throws {
        try await withOffice { office in
            let kept = try await office.signIn(.ana)
            _ = try await office.login(.ana)
            let reported = try await office.login(.ana)
            _ = try await office.call(
                .post, "/api/v1/device-reports", token: reported.text("access_token"),
                #"{"compromised":false,"signals":[]}"#)
            _ = try await office.call(
                .post, "/api/v1/user-devices", token: reported.text("access_token"),
                #"{"platform":"ios","push_token":"00112233445566778899","environment":"production"}"#)
            // Give one session a refresh token that expires nine days later than those of the others.
            let session = try #require(UUIDBytes(kept.text("session_id")))
            _ = try await office.pool.perform(
                """
                UPDATE session SET refresh_expires_at = refresh_expires_at + interval '9 days'
                WHERE session_id = \(session)
                """)
            func count() async throws -> Int { try await office.pool.perform("SELECT FROM session").count }
            try await office.identity.forgetSessions(at: noon.adding(days: 459))
            #expect(try await count() == 3)
            try await office.identity.forgetSessions(at: noon.adding(days: 461))
            // The session with a device report is kept as long as the report.
            #expect(try await count() == 2)
            #expect(try await office.pool.perform("SELECT FROM user_device").isEmpty)
        }
    }

    @Test
    func `a process that receives no notifications of changed sessions reads each request's session from the database`()
        async throws
    {
        try await withOffices(2) { offices in
            let tokens = try await offices[0].signIn(.ana)
            let access = try tokens.text("access_token")
            _ = try await offices[1].authenticate(access)
            #expect(offices[1].atOnce(access) != nil)
            offices[1].shared.listens(false)
            #expect(offices[1].atOnce(access) == nil)
            guard case .caller = try await offices[1].authenticate(access) else {
                Issue.record("refused")
                return
            }
            #expect(offices[1].atOnce(access) == nil)
            offices[1].shared.listens(true)
            _ = try await offices[1].authenticate(access)
            #expect(offices[1].atOnce(access) != nil)
        }
    }

    @Test func `a session that changed while it was read from the database is not cached`() async throws {
        try await withOffice { office in
            let tokens = try await office.signIn(.ana)
            let access = try tokens.text("access_token")
            let later = noon.adding(minutes: 2)
            let look = try await TestDatabase.current.withConnection { other in
                _ = try await other.perform("BEGIN")
                _ = try await other.perform("SELECT FROM session FOR UPDATE")
                let look = Task(executorPreference: office.loop) {
                    try await office.authenticate(access, at: later)
                }
                try await other.sessionsWaiting(1)
                office.shared.sessionsChanged(try tokens.text("session_id"))
                _ = try await other.perform("COMMIT")
                return look
            }
            guard case .caller = try await look.value else {
                Issue.record("refused")
                return
            }
            #expect(office.atOnce(access, at: later) == nil)
            _ = try await office.authenticate(access, at: later)
            #expect(office.atOnce(access, at: later) != nil)
        }
    }

    @Test func `callers can list and end their own sessions, and not another account's sessions`() async throws {
        try await withOffice { office in
            let first = try await office.signIn(.ana)
            let second = try await office.login(.ana, #","device_name":"Front desk""#, at: noon.adding(seconds: 5))
            let other = try await office.signIn(.ben)
            let access = try first.text("access_token")
            let list = try await office.call(.get, "/api/v1/sessions", token: access)
            let items = try #require(list.json?["items"]?.elements)
            #expect(
                try items.map { try #require($0["id"]?.string) } == [second, first].map { try $0.text("session_id") })
            #expect(items.map { $0["is_current"]?.bool } == [false, true])
            #expect(items.first?["device_name"]?.string == "Front desk")
            #expect(try !list.flag("has_more"))
            let foreign = try await office.call(
                .delete, "/api/v1/sessions/\(other.text("session_id"))", token: access)
            let missing = try await office.call(
                .delete, "/api/v1/sessions/\(UUIDBytes(high: 0, low: 0))", token: access)
            #expect(foreign.status == 404)
            #expect(foreign.json?.bytes == missing.json?.bytes)
            let end = try await office.call(.delete, "/api/v1/sessions/\(second.text("session_id"))", token: access)
            #expect(end.status == 204)
            #expect(try await office.authenticate(second.text("access_token")) == .ended)
            #expect(try await office.call(.get, "/api/v1/me", token: access).status == 200)
        }
    }

    @Test func `a change of an account's own name with an outdated version is answered with 412`() async throws {
        try await withOffice { office in
            let access = try await office.signIn(.ana).text("access_token")
            let me = try await office.call(.get, "/api/v1/me", token: access)
            #expect(try me.text("email") == "ana@example.org")
            #expect(try me.number("version") == 1)
            let renamed = try await office.call(
                .patch, "/api/v1/me", token: access, #"{"name":"Ana Díaz"}"#, fields: ["if-match": "\"1\""])
            #expect(try renamed.text("name") == "Ana Díaz")
            #expect(try renamed.number("version") == 2)
            let stale = try await office.call(
                .patch, "/api/v1/me", token: access, #"{"name":"Other"}"#, fields: ["if-match": "\"1\""])
            #expect(stale.status == 412)
            let any = try await office.call(.patch, "/api/v1/me", token: access, #"{"name":"Third"}"#)
            #expect(try any.number("version") == 3)
        }
    }
}
