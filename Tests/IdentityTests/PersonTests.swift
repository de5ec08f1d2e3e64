import Endpoints
import EventSourcing
import Identifiers
import Identity
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

/// Tests accounts without a clinic, and sessions that switch to another clinic or role.
@Suite(.database(.identity), .timeLimit(.minutes(30))) struct PersonTests {
    private static let elsewhere = UUIDBytes(high: 2, low: 2)

    /// Creates an account as it is after a registration and its confirmation, without a role.
    private func register(_ office: Office) async throws -> Person {
        try await office.welcome(.ben)
        try await office.identity.withdraw(
            account: try await account(of: .ben, office), clinic: Person.ben.clinic, role: .patient, at: noon)
        return .ben
    }

    private func account(of person: Person, _ office: Office) async throws -> UUIDBytes {
        let rows = try await office.pool.perform("SELECT account_id FROM account WHERE email = \(person.email)")
        return try #require(try rows.first?.uuid(0))
    }

    private func change(_ office: Office, _ token: String, _ body: String, at now: Instant = noon) async throws
        -> IdentityReply
    {
        try await office.call(.post, "/api/v1/me/switch", token: token, body, at: now)
    }

    @Test func `O35 an account without a clinic can sign in as a person and read the account's own data`() async throws
    {
        try await withOffice { office in
            let person = try await register(office)
            let login = try await office.login(person, device: "phone")
            #expect(login.status == 200)
            #expect(try login.text("role") == "person")
            #expect(login.json?["clinic_id"] == nil)
            #expect(try login.text("subject_id") == login.text("account_id"))
            let token = try login.text("access_token")
            let me = try await office.call(.get, "/api/v1/me", token: token)
            #expect(try me.text("role") == "person")
            #expect(me.json?["clinic_id"] == nil)
            let sessions = try await office.call(.get, "/api/v1/sessions", token: token)
            #expect(sessions.json?["items"]?.elements?.count == 1)
            #expect(try await office.call(.post, "/api/v1/pin", token: token, #"{"pin":"481516"}"#).status == 204)
            let device = #"{"platform":"ios","push_token":"abcdefgh","environment":"sandbox"}"#
            #expect(try await office.call(.post, "/api/v1/user-devices", token: token, device).status == 201)
            let change = #"{"current_password":"\#(person.password)","new_password":"drei Elche im Regen"}"#
            #expect(try await office.call(.put, "/api/v1/me/password", token: token, change).status == 204)
            let refreshed = try await office.refresh(login.text("refresh_token"), device: "phone")
            #expect(try refreshed.text("role") == "person")
            #expect(try await office.call(.get, "/api/v1/second-factor", token: token).status == 403)
            #expect(try await office.login(person, #","role":"patient""#).status == 401)
        }
    }

    @Test func `an account can neither sign in with a role that it does not have, nor switch to this role`()
        async throws
    {
        try await withOffice { office in
            let person = try await register(office)
            #expect(try await office.login(person, #","role":"patient""#).problem == "no-such-membership")
            let there = #","clinic_id":"\#(Self.elsewhere)""#
            #expect(try await office.login(person, there).problem == "no-such-membership")
            let token = try await office.login(person).text("access_token")
            for body in [#"{"role":"admin"}"#, #"{"clinic_id":"\#(Person.ben.clinic)"}"#] {
                #expect(try await change(office, token, body).problem == "no-such-membership")
            }
            #expect(try await office.call(.get, "/api/v1/me", token: token).status == 200)
        }
    }

    @Test func `switching a session to another clinic or role returns new tokens and invalidates the old ones`()
        async throws
    {
        try await withOffice { office in
            let account = try await office.welcome(.ana)
            try await office.isOwners(account)
            try await office.welcome(
                Person(clinic: Self.elsewhere, role: .patient, subject: UUIDBytes(high: 6, low: 6)))
            let first = try await office.login(.ana, device: "phone", #","role":"receptionist""#)
            let old = try first.text("access_token")
            #expect(try await office.call(.post, "/api/v1/pin", token: old, #"{"pin":"481516"}"#).status == 204)
            let device = #"{"platform":"ios","push_token":"abcdefgh","environment":"sandbox"}"#
            #expect(try await office.call(.post, "/api/v1/user-devices", token: old, device).status == 201)
            let second = try await change(office, old, #"{"clinic_id":"\#(Self.elsewhere)"}"#)
            #expect(second.status == 200)
            #expect(try second.text("role") == "patient")
            #expect(try second.text("clinic_id") == Self.elsewhere.text)
            #expect(try second.flag("has_pin"))
            let others = second.json?["other_memberships"]?.elements ?? []
            #expect(others.compactMap { $0["role"]?.string } == ["receptionist"])
            #expect(try await office.authenticate(old) == .ended)
            #expect(try await office.refresh(first.text("refresh_token"), device: "phone").status == 401)
            #expect(try await office.refresh(second.text("refresh_token"), device: "phone").status == 200)
            let kept = try await office.pool.perform(
                "SELECT switched_from, role FROM session WHERE ended_at IS NULL")
            #expect(try kept.map { try $0.uuid(0).text } == [first.text("session_id")])
            let pushes = try await office.pool.perform("SELECT session_id FROM user_device")
            #expect(try pushes.map { try $0.uuid(0).text } == [second.text("session_id")])
            let third = try await change(office, second.text("access_token"), #"{"role":"person"}"#)
            #expect(try third.text("role") == "person")
            #expect(third.json?["other_memberships"]?.elements?.count == 2)
        }
    }

    @Test func `exactly one of two simultaneous switches of a session succeeds, and a locked session cannot switch`()
        async throws
    {
        try await withOffice { office in
            let account = try await office.welcome(.ana)
            try await office.isOwners(account)
            try await office.welcome(Person(role: .patient, subject: UUIDBytes(high: 5, low: 5)))
            let token = try await office.login(.ana, #","role":"receptionist""#).text("access_token")
            async let one = change(office, token, #"{"role":"patient"}"#)
            async let two = change(office, token, #"{"role":"patient"}"#)
            let statuses = try await [one.status, two.status].sorted()
            #expect(statuses == [200, 401])
            let open = try await office.pool.perform("SELECT FROM session WHERE ended_at IS NULL")
            #expect(open.count == 1)
            let fresh = try await office.login(.ana, #","role":"patient""#)
            let id = try #require(UUIDBytes(try fresh.text("session_id")))
            _ = try await office.pool.perform("UPDATE session SET locked_at = \(noon) WHERE session_id = \(id)")
            let locked = try await change(office, fresh.text("access_token"), #"{"role":"receptionist"}"#)
            #expect(locked.status != 200)
        }
    }
}
