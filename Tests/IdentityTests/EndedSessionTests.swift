import Endpoints
import EventSourcing
import Identifiers
import Identity
import PostgresClient
import Testing
import TestSupport

/// Tests that a session which has ended is refused by every process as soon as the end is acknowledged.
@Suite(.database(.identity), .timeLimit(.minutes(30))) struct EndedSessionTests {
    @Test func `no process answers a session once its logout is acknowledged, in 150 rounds`() async throws {
        try await withOffices(2) { offices in
            try await offices[0].welcome(.ana)
            for round in 0..<150 {
                // An account has 50 logins at once, and then one each 12 seconds.
                let now = noon.adding(seconds: Int64(round) * 13)
                let tokens = try await offices[0].login(.ana, at: now)
                let access = try tokens.text("access_token")
                _ = try await offices[1].authenticate(access, at: now)
                try #require(offices[1].atOnce(access, at: now) != nil)
                let logout = try await offices[0].call(.post, "/v1/auth/logout", token: access, at: now)
                #expect(logout.status == 204)
                #expect(offices[1].atOnce(access, at: now) == nil)
                #expect(try await offices[1].authenticate(access, at: now) == .ended)
            }
        }
    }

    @Test
    func
        `a logout is acknowledged only when a process whose notifications are lost without a sign uses no cached session`()
        async throws
    {
        let network = try await TestServer.shared.network(tcp: true)
        defer { network.close() }
        let conninfo = network.conninfo(database: try TestDatabase.current.name)
        try await withOffice { office in
            let listening = PostgresConfiguration(conninfo: conninfo, role: "chairside_server")
            let deaf = try await Office(office.pool, listening, folder: office.folder)
            let access = try await office.signIn(.ana).text("access_token")
            _ = try await deaf.authenticate(access)
            try #require(deaf.atOnce(access) != nil)
            network.swallowOpen()
            let since = ContinuousClock.now
            #expect(try await office.call(.post, "/v1/auth/logout", token: access).status == 204)
            #expect(deaf.atOnce(access) == nil)
            #expect(try await deaf.authenticate(access) == .ended)
            #expect(ContinuousClock.now - since < .seconds(5))
            await deaf.notices.next(.disconnected)
            await deaf.notices.next(.connected)
            await deaf.notices.close()
        }
    }

    @Test func `a password change and a withdrawn role are acknowledged when every process refuses the ended sessions`()
        async throws
    {
        try await withOffices(2) { offices in
            let other = try await offices[0].signIn(.ben).text("access_token")
            let tokens = try await offices[0].signIn(.ana)
            let access = try tokens.text("access_token")
            let second = try await offices[0].login(.ana).text("access_token")
            for token in [other, second] {
                _ = try await offices[1].authenticate(token)
                try #require(offices[1].atOnce(token) != nil)
            }
            let change = try await offices[0].call(
                .put, "/api/v1/me/password", token: access,
                #"{"current_password":"correct horse battery","new_password":"drei Elche im Regen"}"#)
            #expect(change.status == 204)
            #expect(offices[1].atOnce(second) == nil)
            let ben = try await offices[0].call(.get, "/api/v1/me", token: other)
            let account = try #require(UUIDBytes(ben.text("id")))
            try await offices[0].identity.withdraw(
                account: account, clinic: Person.ben.clinic, role: .patient, at: noon)
            #expect(offices[1].atOnce(other) == nil)
        }
    }
}
