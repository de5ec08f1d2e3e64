import Endpoints
import EventSourcing
import Identifiers
import Identity
import PostgresClient
import SQL
import TestSupport
import Testing

@Suite(.database(.identity), .timeLimit(.minutes(30))) struct RefreshTests {
    @Test func `a refresh token is exchanged for new tokens of the same session`() async throws {
        try await withOffice { office in
            let first = try await office.signIn(.ana, device: "phone")
            let later = noon.adding(minutes: 11)
            #expect(try await office.authenticate(first.text("access_token"), at: later) == .expired)
            let second = try await office.refresh(first.text("refresh_token"), device: "phone", at: later)
            #expect(second.status == 200)
            #expect(try second.text("session_id") == first.text("session_id"))
            #expect(try second.text("refresh_token") != first.text("refresh_token"))
            #expect(try second.text("expires_at") == later.adding(minutes: 10).rfc3339)
            guard case .caller = try await office.authenticate(second.text("access_token"), at: later) else {
                Issue.record("the new token is not taken")
                return
            }
            let third = try await office.call(.post, "/v1/auth/refresh", token: second.text("refresh_token"), at: later)
            #expect(third.status == 200)
        }
    }

    @Test func `a session whose membership has ended cannot be refreshed`() async throws {
        try await withOffice { office in
            let token = try await office.signIn(.ana).text("refresh_token")
            _ = try await office.pool.perform("UPDATE membership SET ended_at = now()")
            #expect(try await office.refresh(token).problem == "invalid-refresh-token")
            let open = try await office.pool.perform("SELECT FROM session WHERE ended_at IS NULL", effect: .reads)
            #expect(open.count == 1, "the session has not been ended by another rule")
        }
    }

    @Test func `a refresh token used twice within 30 seconds by its device returns the same new token`() async throws {
        try await withOffice { office in
            let parent = try await office.signIn(.ana, device: "phone").text("refresh_token")
            let child = try await office.refresh(parent, device: "phone").text("refresh_token")
            let again = try await office.refresh(parent, device: "phone", at: noon.adding(seconds: 30))
            #expect(try again.text("refresh_token") == child)
            #expect(try await office.refresh(child, device: "phone", at: noon.adding(seconds: 31)).status == 200)
        }
    }

    enum Copy: CaseIterable { case parentLate, parentElsewhere, grandparent, newestElsewhere }

    @Test(arguments: Copy.allCases)
    func `the use of a copied refresh token ends the session`(_ copy: Copy) async throws {
        try await withOffice { office in
            let first = try await office.signIn(.ana, device: "phone")
            let parent = try first.text("refresh_token")
            var newest = try await office.refresh(parent, device: "phone")
            let reply: IdentityReply
            switch copy {
            case .parentLate: reply = try await office.refresh(parent, device: "phone", at: noon.adding(seconds: 31))
            case .parentElsewhere: reply = try await office.refresh(parent, device: "tablet")
            case .grandparent:
                newest = try await office.refresh(newest.text("refresh_token"), device: "phone")
                reply = try await office.refresh(parent, device: "phone")
            case .newestElsewhere: reply = try await office.refresh(newest.text("refresh_token"), device: "tablet")
            }
            #expect(reply.status == 401)
            #expect(reply.problem == "invalid-refresh-token")
            #expect(try await office.refresh(newest.text("refresh_token"), device: "phone").status == 401)
            #expect(try await office.authenticate(newest.text("access_token")) == .ended)
        }
    }

    @Test(arguments: [nil, "phone"])
    func `a refresh repeated without a device id returns the same new refresh token`(_ device: String?) async throws {
        try await withOffice { office in
            let parent = try await office.signIn(.ana, device: device).text("refresh_token")
            let child = try await office.refresh(parent).text("refresh_token")
            let again = try await office.refresh(parent, at: noon.adding(seconds: 1))
            #expect(try again.text("refresh_token") == child)
            #expect(try await office.refresh(child, device: device).status == 200)
        }
    }

    @Test func `a refresh token is read from the body or a header field, and two different ones are answered with 400`()
        async throws
    {
        try await withOffice { office in
            func refresh(header: String? = nil, body: String?) async throws -> IdentityReply {
                try await office.call(
                    .post, "/api/v1/auth/refresh", token: header, body.map { #"{"refresh_token":"\#($0)"}"# })
            }
            let first = try await office.signIn(.ana).text("refresh_token")
            let second = try await refresh(body: first)
            #expect(second.status == 200)
            let token = try second.text("refresh_token")
            #expect(try await refresh(header: token, body: token).status == 200)
            let unequal = try await refresh(header: token, body: first)
            #expect(unequal.status == 400)
            #expect(unequal.problem == "malformed-request")
            #expect(try await refresh(body: nil).status == 401)
            #expect(try await refresh(body: "not ours").problem == "invalid-refresh-token")
            #expect(try await refresh(header: token, body: nil).status == 200)
        }
    }

    @Test func `a refresh token newer than a restored database requires a new login, and is not treated as a theft`()
        async throws
    {
        try await withOffice { office in
            let first = try await office.signIn(.ana, device: "phone")
            let second = try await office.refresh(first.text("refresh_token"), device: "phone")
            // Set the session to its state before the refresh, as a restore from a backup would.
            _ = try await office.pool.perform("UPDATE session SET refresh_generation = 1")
            let reply = try await office.refresh(second.text("refresh_token"), device: "phone")
            #expect(reply.status == 401)
            #expect(reply.problem == "invalid-refresh-token")
            let ends = try await office.pool.perform("SELECT end_reason FROM session", effect: .reads)
            #expect(try ends.map { try $0.text(0) } == ["history_lost"])
            // The session has ended, so the older refresh token is refused as well, although by the restored database
            // that token has not been used.
            #expect(try await office.refresh(first.text("refresh_token"), device: "phone").status == 401)
            #expect(try await office.login(.ana, device: "phone").status == 200)
        }
    }

    @Test func `a refresh token used in two processes at once returns only one new token`() async throws {
        try await withOffices(2, connections: 8) { offices in
            let first = try await offices[0].signIn(.ana, device: "phone")
            var token = try first.text("refresh_token")
            for _ in 0..<10 {
                let parent = token
                let children = try await withThrowingTaskGroup(of: String.self) { group in
                    for number in 0..<8 {
                        group.addTask {
                            try await offices[number % 2].refresh(parent, device: "phone").text("refresh_token")
                        }
                    }
                    return try await group.reduce(into: Set<String>()) { $0.insert($1) }
                }
                #expect(children.count == 1)
                token = try #require(children.first)
            }
            #expect(token != (try first.text("refresh_token")))
        }
    }

    @Test func `a delayed refresh request does not make an older refresh token valid again`() async throws {
        try await withOffice(connections: 4) { office in
            let first = try await office.signIn(.ana, device: "phone").text("refresh_token")
            let refresh = try await TestDatabase.current.withConnection { other in
                _ = try await other.perform("BEGIN")
                _ = try await other.perform("UPDATE session SET refresh_generation = 3")
                let refresh = Held(on: office.loop) { try await office.refresh(first, device: "phone") }
                try await refresh.waits(other)
                _ = try await other.perform("COMMIT")
                return try await refresh.value
            }
            #expect(refresh.status == 401)
            #expect(try await office.pool.perform("SELECT refresh_generation FROM session")[0].int32(0) == 3)
        }
    }

    @Test func `an ended session is refreshed neither by its refresh token nor by a repetition of the last refresh`()
        async throws
    {
        try await withOffice { office in
            let first = try await office.signIn(.ana, device: "phone").text("refresh_token")
            let second = try await office.refresh(first, device: "phone").text("refresh_token")
            #expect(try await office.call(.post, "/v1/auth/logout", token: second).status == 204)
            #expect(try await office.refresh(first, device: "phone").status == 401)
            #expect(try await office.refresh(second, device: "phone").status == 401)
        }
    }

    @Test func `an altered refresh token is refused, and the session can still be refreshed`() async throws {
        try await withOffice { office in
            let token = try await office.signIn(.ana).text("refresh_token")
            for position in [0, 20, 24, 30, 68] {
                var bytes = Array(token.utf8)
                bytes[position] = bytes[position] == UInt8(ascii: "B") ? UInt8(ascii: "C") : UInt8(ascii: "B")
                let reply = try await office.refresh(String(decoding: bytes, as: UTF8.self))
                #expect(reply.status == 401)
            }
            #expect(try await office.refresh(String(token.dropLast())).status == 401)
            #expect(try await office.refresh("x").status == 401)
            #expect(try await office.refresh(token).status == 200)
        }
    }

    @Test func `a refresh token expires after 60 days`() async throws {
        try await withOffice { office in
            let token = try await office.signIn(.ana).text("refresh_token")
            let other = try await office.login(.ana).text("refresh_token")
            #expect(try await office.refresh(other, at: noon.adding(days: 59)).status == 200)
            #expect(try await office.refresh(token, at: noon.adding(days: 60)).status == 401)
        }
    }
}
