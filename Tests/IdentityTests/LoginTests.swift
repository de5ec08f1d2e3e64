import JSON
import Endpoints
import EventSourcing
import Identifiers
import Identity
import PostgresClient
import SQL
import TestSupport
import Testing

@Suite(.database(.identity), .timeLimit(.minutes(30))) struct LoginTests {
    @Test func `a login with the right password opens a session and returns its role`() async throws {
        try await withOffice { office in
            let account = try await office.welcome(.ana)
            let reply = try await office.login(Person(email: "Ana@Example.ORG"), device: "phone-1")
            #expect(reply.status == 200)
            #expect(try reply.text("token_type") == "Bearer")
            #expect(try reply.number("expires_in") == 600)
            #expect(try reply.text("expires_at") == noon.adding(minutes: 10).rfc3339)
            #expect(try reply.text("clinic_id") == Person.ana.clinic.text)
            #expect(try reply.text("role") == "receptionist")
            #expect(try reply.text("subject_id") == Person.ana.subject.text)
            #expect(try reply.text("account_id") == account.text)
            #expect(try !reply.flag("has_pin"))
            #expect(try !reply.flag("locked"))
            // Apps keep the name and the tier until the next login.
            #expect(try reply.text("name").isEmpty == false && reply.text("tier") == "clinic")
            guard case .caller(let caller) = try await office.authenticate(reply.text("access_token")) else {
                Issue.record("the token is not taken")
                return
            }
            #expect(caller.account == account)
            #expect(caller.role == .receptionist)
            #expect(caller.subject == Person.ana.subject)
            #expect(!caller.isLocked)
        }
    }

    @Test func `a wrong password and an unknown account each compute one password hash and get the same answer`()
        async throws
    {
        try await withOffice { office in
            try await office.welcome(.ana)
            _ = try await office.identity.grant(
                AccountGrant(
                    email: "new@example.org", name: "N", password: nil, clinic: Person.ana.clinic, roles: [.doctor],
                    subject: UUIDBytes(high: 7, low: 7)),
                at: noon)
            let attempts = [
                (Person.ana, 200), (Person(password: "wrong horse battery"), 401),
                (Person(email: "nobody@example.org"), 401), (Person(email: "new@example.org"), 401),
                (Person(email: "no e-mail at all"), 401),
            ]
            var refusals: Set<[UInt8]> = []
            for (person, status) in attempts {
                let before = office.shared.hashesComputed
                let reply = try await office.login(person)
                #expect(reply.status == status)
                #expect(office.shared.hashesComputed == before + 1)
                if status == 401 { refusals.insert(try #require(reply.json).bytes) }
            }
            #expect(refusals.count == 1)
        }
    }

    @Test func `a login with an unreadable password hash fails with an error, not as a wrong password`() async throws {
        try await withOffice { office in
            let account = try await office.welcome(.ana)
            let damaged = "$argon2id$v=19$m=19456,t=2"
            _ = try await office.pool.perform(
                "UPDATE account SET password_hash = \(damaged) WHERE account_id = \(account)")
            let before = office.shared.hashesComputed
            do {
                let reply = try await office.login(.ana)
                Issue.record("answered with \(reply.status)")
            } catch { #expect("\(error)".contains("Failure(code: ")) }
            #expect(office.shared.hashesComputed == before)
        }
    }

    @Test
    func `an account with several roles signs in with the role used last, and can choose another one of the roles`()
        async throws
    {
        try await withOffice { office in
            let elsewhere = UUIDBytes(high: 2, low: 2)
            let account = try await office.welcome(.ana)
            try await office.isOwners(account)
            try await office.welcome(Person(role: .patient, subject: UUIDBytes(high: 5, low: 5)))
            try await office.welcome(Person(clinic: elsewhere, role: .patient, subject: UUIDBytes(high: 6, low: 6)))
            let there = try await office.login(.ana, #","clinic_id":"\#(elsewhere)""#)
            #expect(try there.text("subject_id") == UUIDBytes(high: 6, low: 6).text)
            let reply = try await office.login(.ana, at: noon.adding(seconds: 1))
            #expect(try reply.text("subject_id") == UUIDBytes(high: 6, low: 6).text)
            let others = try #require(reply.json?["other_memberships"]?.elements)
            #expect(others.compactMap { $0["clinic_id"]?.string } == [Person.ana.clinic.text, Person.ana.clinic.text])
            #expect(others.compactMap { $0["role"]?.string } == ["patient", "receptionist"])
            let desk = try await office.login(.ana, #","role":"receptionist""#, at: noon.adding(seconds: 2))
            #expect(desk.status == 200)
            #expect(try await office.login(.ana, at: noon.adding(seconds: 3)).text("role") == "receptionist")
            let here = try await office.login(.ana, #","clinic_id":"\#(Person.ana.clinic)","role":"patient""#)
            #expect(try here.text("subject_id") == UUIDBytes(high: 5, low: 5).text)
            #expect(try await office.login(.ana, #","role":"admin""#).problem == "no-such-membership")
            // Only a caller with the right password sees the memberships.
            #expect(try await office.login(Person(password: "wrong horse battery")).status == 401)
        }
    }

    @Test
    func `a role granted again is unchanged; a person with two accounts, or an account for two persons, is refused`()
        async throws
    {
        try await withOffice { office in
            let account = try await office.welcome(.ana)
            let before = office.shared.hashesComputed
            #expect(try await office.welcome(Person(password: "another password")) == account)
            #expect(office.shared.hashesComputed == before)
            #expect(try await office.login(.ana).status == 200)
            await #expect(throws: Problem.self) {
                try await office.welcome(Person(subject: UUIDBytes(high: 3, low: 3)))
            }
            await #expect(throws: Problem.self) { try await office.welcome(Person(email: "eve@example.org")) }
            await #expect(throws: Problem.self) {
                try await office.welcome(Person(email: "x@example.org", password: "short"))
            }
        }
    }

    @Test func `staff who leave the clinic lose access at once and can come back`() async throws {
        try await withOffice { office in
            let account = try await office.welcome(.ana)
            let reply = try await office.login(.ana)
            // The process keeps a session in memory from the session's first request on.
            #expect(try await office.authenticate(reply.text("access_token")) != .ended)
            try await office.identity.withdraw(
                account: account, clinic: Person.ana.clinic, role: .receptionist, at: noon)
            #expect(try await office.authenticate(reply.text("access_token")) == .ended)
            #expect(try await office.refresh(reply.text("refresh_token")).status == 401)
            #expect(try await office.login(.ana, #","role":"receptionist""#).problem == "no-such-membership")
            #expect(try await office.login(.ana).text("role") == "person")
            #expect(try await office.welcome(.ana) == account)
            #expect(try await office.login(.ana).text("role") == "receptionist")
        }
    }

    @Test func `a grant of two roles gives neither if the account has one of them with another staff member's id`()
        async throws
    {
        try await withOffice { office in
            try await office.welcome(.ana)
            let both = AccountGrant(
                email: Person.ana.email, name: "N", password: nil, clinic: Person.ana.clinic,
                roles: [.doctor, Person.ana.role], subject: UUIDBytes(high: 3, low: 3))
            await #expect(throws: Problem.self) { _ = try await office.identity.grant(both, at: noon) }
            #expect(try await office.login(.ana, #","role":"doctor""#).problem == "no-such-membership")
            #expect(try await office.login(.ana).text("role") == "receptionist")
        }
    }

    @Test func `an account has at most fifty sessions, and the least recently used ends for a new one`() async throws {
        try await withOffice { office in
            let first = try await office.signIn(.ana, device: "phone")
            let second = try await office.login(.ana, at: noon.adding(minutes: 1))
            for minute in 2..<50 {
                #expect(try await office.login(.ana, at: noon.adding(minutes: Int64(minute))).status == 200)
            }
            // Sets the time of last use of the account's first session, so that its second session is the least
            // recently used one.
            _ = try await office.pool.perform(
                """
                UPDATE session SET last_seen_at = \(noon.adding(minutes: 49)) WHERE device_id = 'phone'
                """)
            #expect(try await office.login(.ana, at: noon.adding(minutes: 50)).status == 200)
            let open = try await office.pool.perform("SELECT FROM session WHERE ended_at IS NULL", effect: .reads)
            #expect(open.count == 50)
            let ended = try await office.pool.perform(
                "SELECT session_id, end_reason FROM session WHERE ended_at IS NOT NULL", effect: .reads)
            #expect(try ended.map { try $0.uuid(0).text } == [second.text("session_id")])
            #expect(try ended.map { try $0.text(1) } == ["too_many_sessions"])
            #expect(try await office.refresh(first.text("refresh_token"), at: noon.adding(minutes: 50)).status == 200)
        }
    }

    @Test func `logins with the right password are rate limited, except from known devices`() async throws {
        try await withOffice { office in
            _ = try await office.signIn(.ana, device: "phone")
            for _ in 0..<48 { #expect(try await office.login(.ana).status == 200) }
            let before = office.shared.hashesComputed
            #expect(try await office.login(.ana).problem == nil)
            let refused = try await office.login(.ana)
            #expect(refused.problem == "too-many-attempts")
            #expect(refused.status == 429)
            // The server computes no password hash for the refused login.
            #expect(office.shared.hashesComputed == before + 1)
            #expect(try await office.login(.ana, device: "phone").status == 200)
            #expect(try await office.login(.ana, at: noon.adding(minutes: 5)).status == 200)
        }
    }
}
