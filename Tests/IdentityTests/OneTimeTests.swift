import Endpoints
import EventSourcing
import Identifiers
import Identity
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

/// Tests mailed tokens from the request to their use, with a real mail program.
@Suite(.database(.identity), .timeLimit(.minutes(30))) struct OneTimeTests {
    private static let new = "drei Elche im Regen"

    private func withMail(_ body: @escaping @Sendable (Office, Mailbox) async throws -> Void) async throws {
        let mailbox = try Mailbox()
        defer { mailbox.remove() }
        try await withOffices(1, mail: mailbox.program) { try await body(try #require($0.first), mailbox) }
    }

    private func post(_ office: Office, _ path: String, _ body: String, at now: Instant = noon) async throws
        -> IdentityReply
    {
        try await office.call(.post, "/api/v1/auth/\(path)", body, from: "192.0.2.1", at: now)
    }

    private func choose(_ office: Office, _ token: String, _ password: String = new, at now: Instant = noon)
        async throws
        -> IdentityReply
    {
        try await post(office, "new-password", #"{"token":"\#(token)","password":"\#(password)"}"#, at: now)
    }

    private func forgot(_ office: Office, _ email: String = Person.ana.email, at now: Instant = noon) async throws
        -> IdentityReply
    {
        try await post(office, "password-reset", #"{"email":"\#(email)"}"#, at: now)
    }

    @Test func `a mailed token sets a new password, and its use ends all sessions of the account`()
        async throws
    {
        try await withMail { office, mailbox in
            let before = try await office.signIn(.ana)
            #expect(try await forgot(office).status == 202)
            let letter = try await mailbox.letter(office)
            #expect(letter.field("To") == "<ana@example.org>")
            #expect(letter.field("From") == "<clinic@example.org>")
            #expect(letter.field("Date") == "Mon, 23 Nov 2026 12:00:00 +0000")
            #expect(try await choose(office, letter.token).status == 204)
            #expect(try await office.login(.ana).status == 401)
            let after = try await office.login(Person(password: Self.new))
            #expect(after.status == 200)
            #expect(try await office.authenticate(before.text("access_token")) == .ended)
            #expect(try await office.refresh(before.text("refresh_token")).status == 401)
            let me = try await office.call(.get, "/api/v1/me", token: after.text("access_token"))
            #expect(try me.flag("email_verified"))
            #expect(try await choose(office, letter.token, "vier Elche im Regen").problem == "invalid-one-time-token")
        }
    }

    @Test func `a one-time token is valid once, within an hour, and only for its purpose`() async throws {
        try await withMail { office, mailbox in
            try await office.welcome(.ana)
            _ = try await forgot(office)
            let first = try await mailbox.letter(office).token
            _ = try await forgot(office, at: noon.adding(seconds: 5))
            let second = try await mailbox.letter(office, at: noon.adding(seconds: 5)).token
            #expect(first != second)
            let confirm = try await post(office, "confirm-email", #"{"token":"\#(first)"}"#)
            #expect(confirm.problem == "invalid-one-time-token")
            #expect(try await choose(office, first, at: noon.adding(hours: 1)).status == 403)
            // A request with an invalid one-time token is not told whether the new password is acceptable.
            let late = try await choose(office, first, "password1234", at: noon.adding(hours: 1))
            #expect(late.problem == "invalid-one-time-token")
            // A request with an unacceptable new password does not use up the one-time token.
            #expect(try await choose(office, first, "password1234").problem == "weak-password")
            var forged = first
            forged.removeLast(2)
            #expect(try await choose(office, forged + (first.hasSuffix("AA") ? "BB" : "AA")).status == 403)
            for bad in ["", "x", String(repeating: "A", count: 54)] where !bad.isEmpty {
                #expect(try await choose(office, bad).status == 403)
            }
            #expect(try await choose(office, first).status == 204)
            #expect(try await choose(office, first, "password1234").problem == "invalid-one-time-token")
            // The use of the account's first one-time token has invalidated its second one.
            #expect(try await choose(office, second).status == 403)
        }
    }

    @Test func `exactly one of twenty simultaneous uses of a one-time token succeeds`() async throws {
        try await withMail { office, mailbox in
            try await office.welcome(.ana)
            _ = try await forgot(office)
            let token = try await mailbox.letter(office).token
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<20 {
                    group.addTask { try await choose(office, token, "\(number) Elche im Regen").status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 204 } == 1)
            #expect(statuses.count { $0 == 403 } == 19)
        }
    }

    @Test func `neither answer nor number of stored tokens of a password reset reveals if the account exists`()
        async throws
    {
        try await withMail { office, mailbox in
            try await office.welcome(.ana)
            let known = try await forgot(office)
            let unknown = try await forgot(office, "nobody@example.org")
            #expect(known.status == unknown.status)
            #expect(known.json?.bytes == unknown.json?.bytes)
            let counts: Statement = """
                SELECT count(*), (SELECT count(*) FROM mail_outbox) FROM one_time_token GROUP BY email ORDER BY email
                """
            let rows = try await office.pool.perform(counts)
            #expect(rows.count == 2)
            #expect(try rows[0].int64(0) == rows[1].int64(0))
            #expect(try await mailbox.letter(office).field("To") == "<ana@example.org>")
            #expect(try await office.pool.perform("SELECT FROM mail_outbox").isEmpty)
        }
    }

    @Test func `a one-time token is not stored in clear text`() async throws {
        try await withMail { office, mailbox in
            try await office.welcome(.ana)
            _ = try await forgot(office)
            let rows = try await office.pool.perform("SELECT t::text, m::text FROM one_time_token t, mail_outbox m")
            let token = try await mailbox.letter(office).token
            for column in 0..<2 { #expect(try !rows[0].text(column).contains(token.suffix(20))) }
        }
    }

    @Test func `mails to one address are rate limited, and a network above its limit gets 429 with Retry-After`()
        async throws
    {
        try await withMail { office, mailbox in
            try await office.welcome(.ana)
            for _ in 0..<6 { #expect(try await forgot(office).status == 202) }
            _ = try await office.identity.deliverMail(at: noon)
            #expect(try mailbox.take().count == 3)
            for number in 0..<14 { #expect(try await forgot(office, "p\(number)@example.org").status == 202) }
            let slow = try await forgot(office, "q@example.org")
            #expect(slow.status == 429)
            #expect(slow.retryAfter != nil)
        }
    }

    @Test func `a mail that could not be sent is sent again later, by only one of two servers that try at once`()
        async throws
    {
        let mailbox = try Mailbox()
        defer { mailbox.remove() }
        try await withOffices(2, mail: mailbox.program) { offices in
            try await offices[0].welcome(.ana)
            mailbox.close()
            _ = try await forgot(offices[0])
            #expect(try await offices[0].identity.deliverMail(at: noon).failed == 1)
            #expect(try await offices[1].identity.deliverMail(at: noon).failed == 0)
            mailbox.open()
            let later = noon.adding(minutes: 2)
            async let first = offices[0].identity.deliverMail(at: later)
            async let second = offices[1].identity.deliverMail(at: later)
            #expect(try await first.sent + second.sent == 1)
            #expect(try mailbox.take().count == 1)
        }
    }

    @Test func `O35 a registered person has an account once the address is proved, and no role in a clinic`()
        async throws
    {
        try await withMail { office, mailbox in
            let form = #"{"email":"Cy@Example.org","password":"\#(Self.new)","name":"Cy"}"#
            let cy = Person(email: "cy@example.org", password: Self.new, role: .patient)
            for base in ["/api/v1", "/v1"] {
                #expect(try await office.call(.post, "\(base)/auth/register", form).status == 202)
            }
            #expect(try await office.login(cy).problem == "wrong-credentials")
            _ = try await office.identity.deliverMail(at: noon)
            let tokens = try mailbox.take().map { try Mailbox.Letter(text: $0).token }
            #expect(tokens.count == 2)
            let first = try await post(office, "confirm-email", #"{"token":"\#(tokens[0])"}"#)
            #expect(first.status == 204)
            // After one registration of an e-mail address is confirmed, the token of another registration of it is not
            // valid any more.
            #expect(try await post(office, "confirm-email", #"{"token":"\#(tokens[1])"}"#).status == 403)
            #expect(try await office.login(cy).text("role") == "person")
            try await office.welcome(cy)
            #expect(try await office.login(cy).text("role") == "patient")
            // The answer to a registration does not reveal that the address has an account. Only the mail to the
            // account's owner says so.
            #expect(try await office.call(.post, "/v1/auth/register", form).status == 202)
            #expect(try await mailbox.letter(office).text.contains("You have an account"))
        }
    }

    @Test func `a person whom a clinic invites chooses the first password`() async throws {
        try await withMail { office, mailbox in
            let grant = AccountGrant(
                email: "ana@example.org", name: "Ana", password: nil, clinic: Person.ana.clinic, roles: [.receptionist],
                subject: Person.ana.subject, invitation: .mail)
            _ = try await office.identity.grant(grant, at: noon)
            let token = try await mailbox.letter(office).token
            // A password of ten characters is too short for staff.
            #expect(try await choose(office, token, "kX9#vQ2mLp").problem == "weak-password")
            #expect(try await choose(office, token, at: noon.adding(days: 6)).status == 204)
            #expect(try await office.login(Person(password: Self.new)).status == 200)
        }
    }

    @Test(arguments: ["a,b@example.org", "a@example.org\\nBcc: c@example.org", "<a@example.org>", "-f@example.org"])
    func `no mail is sent to an address that a mail program could misread`(_ email: String) async throws {
        try await withMail { office, mailbox in
            _ = try await office.call(
                .post, "/v1/auth/register", #"{"email":"\#(email)","password":"\#(Self.new)","name":"Cy"}"#)
            _ = try await office.identity.deliverMail(at: noon)
            #expect(try mailbox.take().isEmpty)
        }
    }
}
