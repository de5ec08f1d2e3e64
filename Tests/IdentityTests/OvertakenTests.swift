import Endpoints
import EventSourcing
import Identifiers
import Identity
import PostgresClient
import SQL
import TestSupport
import Testing

/// Tests changes that are committed while a request is being handled, such as a password change after a login has
/// checked the old password.
@Suite(.database(.identity), .timeLimit(.minutes(30))) struct OvertakenTests {
    private func openSessions(_ office: Office) async throws -> Int64 {
        try await office.pool.perform("SELECT count(*) FROM session WHERE ended_at IS NULL")[0].int64(0)
    }

    @Test func `a login opens no session if the account's password is changed during the login`() async throws {
        try await withOffice(connections: 4) { office in
            try await office.welcome(.ana)
            let change = try await office.login(.ana) {
                _ = try await office.pool.perform("UPDATE account SET password_hash = password_hash || 'x'")
            }
            #expect(change.problem == "wrong-credentials")
            _ = try await office.pool.perform("UPDATE account SET password_hash = left(password_hash, -1)")
            let reset = try await office.login(.ana) {
                _ = try await office.identity.resetPassword(
                    of: Person.ana.email, in: Person.ana.clinic, at: noon)
            }
            #expect(reset.problem == "wrong-credentials")
            #expect(try await openSessions(office) == 0)
        }
    }

    @Test(
        arguments: [
            "UPDATE membership SET ended_at = created_at", "UPDATE membership SET awaits_owner = true",
        ] as [Statement])
    func `a login opens no session if its role becomes invalid during the login`(_ change: Statement) async throws {
        try await withOffice(connections: 4) { office in
            try await office.welcome(.ana)
            let login = try await office.login(.ana) { _ = try await office.pool.perform(change) }
            #expect(login.status != 200)
            #expect(try await openSessions(office) == 0)
        }
    }

    @Test func `a login without a code opens no session if a second factor is set up during the login`() async throws {
        try await withOffice(connections: 4) { office in
            let tokens = try await office.signIn(.ana)
            let access = try tokens.text("access_token")
            let begun = try await office.call(
                .post, "/api/v1/second-factor", token: access, #"{"password":"\#(Person.ana.password)"}"#)
            let app = Authenticator(base32: try begun.text("secret"))
            let login = try await office.login(.ana) {
                let confirmed = try await office.call(
                    .post, "/api/v1/second-factor/confirm", token: access, #"{"code":"\#(app.code(at: noon))"}"#)
                #expect(confirmed.status == 200)
            }
            #expect(login.problem == "wrong-credentials")
            #expect(try await openSessions(office) == 1)
        }
    }

    @Test func `a session that ends while its PIN is checked is not unlocked`() async throws {
        try await withOffice(connections: 4) { office in
            let tokens = try await office.signIn(.ana, device: "phone")
            let access = try tokens.text("access_token")
            let set = try await office.call(.post, "/api/v1/pin", token: access, #"{"pin":"481516"}"#)
            try #require(set.status == 204)
            // At 30 seconds after the session's last use, authentication does not write to the session's row. So only
            // the unlocking waits for the other transaction.
            let late = noon.adding(seconds: 30)
            let unlock = try await TestDatabase.current.withConnection { other in
                _ = try await other.perform("BEGIN")
                _ = try await other.perform("UPDATE session SET ended_at = \(noon), end_reason = 'logout'")
                let unlock = Held(on: office.loop) {
                    try await office.call(.post, "/api/v1/pin/verify", token: access, #"{"pin":"481516"}"#, at: late)
                }
                try await unlock.waits(other)
                #expect(!unlock.isOver)
                _ = try await other.perform("COMMIT")
                return try await unlock.value
            }
            #expect(unlock.status != 204)
            let seen = try await office.pool.perform("SELECT last_seen_at < \(late) FROM session")[0].bool(0)
            #expect(seen, "a session that has ended is not used again")
        }
    }

    @Test func `a session that ends while the password for its unlocking is checked is not reported as unlocked`()
        async throws
    {
        try await withOffice(connections: 4) { office in
            let access = try await office.signIn(.ana, device: "phone").text("access_token")
            let unlock = try await TestDatabase.current.withConnection { other in
                _ = try await other.perform("BEGIN")
                _ = try await other.perform("UPDATE session SET ended_at = \(noon), end_reason = 'logout'")
                let unlock = Held(on: office.loop) {
                    try await office.call(
                        .post, "/api/v1/unlock", token: access, #"{"password":"\#(Person.ana.password)"}"#,
                        at: noon.adding(seconds: 30))
                }
                try await unlock.waits(other)
                #expect(!unlock.isOver)
                _ = try await other.perform("COMMIT")
                return try await unlock.value
            }
            #expect(unlock.status == 401)
        }
    }

    @Test func `if a device's first PIN is set twice at the same time, only the first stored PIN is kept`()
        async throws
    {
        try await withOffice(connections: 4) { office in
            let access = try await office.signIn(.ana, device: "phone").text("access_token")
            let set = try await TestDatabase.current.withConnection { other in
                _ = try await other.perform("BEGIN")
                _ = try await other.perform(
                    """
                    INSERT INTO device_pin (account_id, device_id, pin_hash, changed_at)
                    SELECT account_id, device_id, 'first', \(noon) FROM session
                    """)
                let set = Held(on: office.loop) {
                    try await office.call(.post, "/api/v1/pin", token: access, #"{"pin":"481516"}"#)
                }
                try await set.waits(other)
                _ = try await other.perform("COMMIT")
                return try await set.value
            }
            #expect(set.problem == "pin-already-set")
            #expect(try await office.pool.perform("SELECT pin_hash FROM device_pin")[0].text(0) == "first")
        }
    }

    @Test func `a session that is locked while it switches to another clinic or role is not switched`() async throws {
        try await withOffice(connections: 4) { office in
            let access = try await office.signIn(.ana, device: "phone").text("access_token")
            let change = try await TestDatabase.current.withConnection { other in
                _ = try await other.perform("BEGIN")
                _ = try await other.perform("UPDATE session SET locked_at = \(noon)")
                let change = Held(on: office.loop) {
                    try await office.call(.post, "/api/v1/me/switch", token: access, "{}")
                }
                try await change.waits(other)
                _ = try await other.perform("COMMIT")
                return try await change.value
            }
            #expect(change.status != 200)
            #expect(try await openSessions(office) == 1)
        }
    }

    @Test func `a session opened just before an operator's password reset ends with that reset`() async throws {
        try await withOffice(connections: 4) { office in
            try await office.welcome(.ana)
            let session = try await TestDatabase.current.withConnection { other in
                _ = try await other.perform("BEGIN")
                _ = try await other.perform("SELECT FROM membership FOR UPDATE")
                let login = Held(on: office.loop) { try await office.login(.ana) }
                try await login.waits(other)
                let change = Held(on: office.loop) {
                    try await office.identity.resetPassword(of: Person.ana.email, in: Person.ana.clinic, at: noon)
                }
                try await change.waits(other, 2)
                _ = try await other.perform("COMMIT")
                _ = try await change.value
                return try await login.value
            }
            #expect(session.status == 200)
            #expect(try await openSessions(office) == 0)
        }
    }

    @Test func `no account is created for members of staff who leave while the account is being granted`() async throws
    {
        try await withOffice(connections: 4) { office in
            let (clinic, member) = (Person.ana.clinic, Person.ana.subject)
            let grant = AccountGrant(
                email: "ana@example.org", name: "Ana", password: Person.ana.password, clinic: clinic,
                roles: [.receptionist], subject: member,
                condition: AccountGrant.Condition(
                    lock: "SELECT FROM staff_member WHERE staff_id = \(member) FOR SHARE",
                    holds: "EXISTS (SELECT FROM staff_member WHERE staff_id = \(member) AND active)"))
            try await TestDatabase.current.withConnection { other in
                _ = try await other.perform(
                    """
                    INSERT INTO staff_member VALUES (\(clinic), \(member), '{}', '{}', '{}', true, 'receptionist', 'ana')
                    """)
                _ = try await other.perform("BEGIN")
                _ = try await other.perform("UPDATE staff_member SET active = false")
                let given = Held(on: office.loop) {
                    do {
                        _ = try await office.identity.grant(grant, at: noon)
                        return 201
                    } catch let problem as Problem { return problem.status }
                }
                try await given.waits(other)
                _ = try await other.perform("COMMIT")
                #expect(try await given.value == 404)
            }
            #expect(try await office.pool.perform("SELECT FROM account").isEmpty)
            #expect(try await office.pool.perform("SELECT FROM membership").isEmpty)
        }
    }
}

/// Tests changes that happen between the check of a PIN or password on a tablet and the opening of a session.
extension TabletTests {
    @Test func `a login on a tablet opens no session if the tablet is unpaired during the login`() async throws {
        try await withOffice(connections: 4) { office in
            let (desk, ana, _) = try await open(office)
            let (path, access) = try ("/api/v1/tablets/\(desk.tablet.text("id"))", desk.admin.text("access_token"))
            let login = try await office.login(.ana, #","tablet_token":"\#(desk.token)""#) {
                let unpaired = try await office.call(.delete, path, token: access)
                #expect(unpaired.status == 204)
            }
            #expect(login.status == 401)
            #expect(try await desk.me(ana).problem == "session-ended")
            let left = try await office.pool.perform(
                "SELECT FROM session WHERE ended_at IS NULL AND device_id LIKE 'tablet:%'")
            #expect(left.isEmpty)
        }
    }

    @Test(arguments: [true, false])
    func `a sign-in by PIN on a tablet opens no session if the tablet or the PIN is removed during the sign-in`(
        _ isUnpaired: Bool
    )
        async throws
    {
        try await withOffice(connections: 4) { office in
            let (desk, ana, _) = try await open(office)
            let account = try ana.text("account_id")
            let turn = try await TestDatabase.current.withConnection { other in
                try await other.takeTurn(of: account)
                let turn = Held(on: office.loop) { try await desk.turn(ana, Self.pins[0]) }
                try await turn.waits(other)
                if isUnpaired {
                    _ = try await other.perform("UPDATE tablet SET unpaired_at = now()")
                } else {
                    _ = try await other.perform("DELETE FROM device_pin")
                }
                _ = try await other.perform("COMMIT")
                return try await turn.value
            }
            #expect(turn.problem == "no-pin-set")
        }
    }

    @Test
    func `a password change keeps only the PIN of the device on which it was made, and a password reset keeps no PIN`()
        async throws
    {
        try await withOffice { office in
            let (desk, ana, _) = try await open(office)
            let phone = try await office.login(.ana, device: "phone")
            let access = try phone.text("access_token")
            #expect(try await office.call(.post, "/api/v1/pin", token: access, #"{"pin":"481516"}"#).status == 204)
            func devices() async throws -> [String] {
                let rows = try await office.pool.perform(
                    """
                    SELECT device_id FROM device_pin JOIN account USING (account_id)
                    WHERE email = \(Person.ana.email) ORDER BY device_id
                    """)
                return try rows.map { try $0.text(0) }
            }
            #expect(try await devices().count == 2)
            let change = #"{"current_password":"\#(Person.ana.password)","new_password":"drei Elche im Regen"}"#
            #expect(try await office.call(.put, "/api/v1/me/password", token: access, change).status == 204)
            #expect(try await devices() == ["phone"])
            #expect(try await desk.turn(ana, Self.pins[0]).problem == "no-pin-set")
            let handed = try await office.identity.resetPassword(
                of: Person.ana.email, in: Person.ana.clinic, at: noon)
            #expect(try await devices().isEmpty)
            let again = #"{"token":"\#(handed)","password":"vier Elche im Regen"}"#
            #expect(try await office.call(.post, "/api/v1/auth/new-password", again).status == 204)
        }
    }
}
