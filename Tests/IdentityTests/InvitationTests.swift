import Endpoints
import EventSourcing
import Identifiers
import Identity
import PostgresClient
import SQL
import TestSupport
import Testing

/// Tests what an admin who grants a role learns from the answer about the invitation: mailed, not mailed, or a link.
@Suite(.database(.identity), .timeLimit(.minutes(30))) struct InvitationTests {
    private static let admin = UUIDBytes(high: 0xad, low: 1)
    private static let elsewhere = UUIDBytes(high: 2, low: 2)

    private func give(
        _ office: Office, _ way: InvitationWay, clinic: UUIDBytes = Person.ana.clinic, subject: UInt64 = 9,
        password: String? = nil, email: String = Person.ana.email
    ) async throws -> Invitation? {
        try await office.identity.grant(
            AccountGrant(
                email: email, name: "N", password: password, clinic: clinic, roles: [.receptionist],
                subject: UUIDBytes(high: 9, low: subject), invitation: way), at: noon
        ).invitation
    }

    private func handed(_ invitation: Invitation?) -> HandedToken? {
        if case .link(let token) = invitation { token } else { nil }
    }

    private func choose(_ office: Office, _ token: String) async throws -> IdentityReply {
        try await office.call(
            .post, "/api/v1/auth/new-password", #"{"token":"\#(token)","password":"\#(Person.ana.password)"}"#,
            from: "192.0.2.1")
    }

    @Test func `the answer to an invitation reports that no mail is sent if no mail program is configured`()
        async throws
    {
        try await withOffice { office in
            guard case .notSent = try await give(office, .mail) else {
                Issue.record("the answer does not say that nothing was sent")
                return
            }
            #expect(
                try await give(office, .mail, subject: 10, password: "a good long one", email: "b@x.example") == nil)
        }
    }

    @Test
    func `the answer to an invitation reports a sent mail if a mail program is configured and the address is valid`()
        async throws
    {
        let mailbox = try Mailbox()
        defer { mailbox.remove() }
        try await withOffices(1, mail: mailbox.program) { offices in
            let office = try #require(offices.first)
            for _ in 1...2 {
                guard case .sent = try await give(office, .mail) else {
                    Issue.record("the answer does not say that it was sent")
                    return
                }
            }
            _ = try await mailbox.letter(office)
            guard case .notSent = try await give(office, .mail, subject: 10, email: "a(b)@x.example") else {
                Issue.record("the answer says that what cannot be mailed was sent")
                return
            }
        }
    }

    @Test func `mails link to the console's page for accounts if the server has one`() async throws {
        let mailbox = try Mailbox(links: AppLinks(console: try #require(Origin("https://clinic.example:8443"))))
        defer { mailbox.remove() }
        try await withOffices(1, mail: mailbox.program) { offices in
            let office = try #require(offices.first)
            _ = try await give(office, .mail)
            let letter = try await mailbox.letter(office)
            let link = "https://clinic.example:8443/account#purpose=password&token=\(try letter.token)\n"
            #expect(letter.text.contains(link))
        }
    }

    @Test func `an invitation does not reveal if the address has an account, and a mail informs the account's owner`()
        async throws
    {
        let mailbox = try Mailbox()
        defer { mailbox.remove() }
        try await withOffices(1, mail: mailbox.program) { offices in
            let office = try #require(offices.first)
            try await office.isOwners(try await office.welcome(.ana))
            guard case .sent = try await give(office, .mail, clinic: Self.elsewhere) else {
                Issue.record("the answer is another one than for an address without an account")
                return
            }
            let letter = try await mailbox.letter(office)
            #expect(letter.text.contains("You have access to one more clinic now"))
            #expect(!letter.text.contains("token="))
            #expect(try await office.login(.ana, #","clinic_id":"\#(Self.elsewhere)""#).status == 200)
        }
    }

    @Test func `a password link that an admin requests is valid once, and its stored token names the admin`()
        async throws
    {
        try await withOffice { office in
            let given = try await give(office, .link(by: Self.admin))
            let link = try #require(handed(given))
            #expect(link.expiresAt == noon.adding(days: 7))
            #expect(try await choose(office, link.token).status == 204)
            #expect(try await office.login(.ana).status == 200)
            #expect(try await choose(office, link.token).problem == "invalid-one-time-token")
            let kept = try await office.pool.perform("SELECT handed_in, handed_by FROM one_time_token")
            #expect(try kept.map { try $0.uuid(0) } == [Person.ana.clinic])
            #expect(try kept.map { try $0.uuid(1) } == [Self.admin])
            try await office.identity.forgetTokens(at: noon.adding(days: 30))
            #expect(try await office.pool.perform("SELECT FROM one_time_token").count == 1)
        }
    }

    @Test func `an admin gets no password link for an account with a password or with a role besides the granted one`()
        async throws
    {
        try await withOffice { office in
            try await office.welcome(.ana)
            let link = InvitationWay.link(by: Self.admin)
            let known = try await give(office, link)
            #expect(handed(known) == nil)
            let there = try await give(office, link, clinic: Self.elsewhere)
            #expect(handed(there) == nil)
            // The account `new@example.org` was invited by another clinic and has no password so far.
            _ = try await give(office, .mail, clinic: Self.elsewhere, subject: 12, email: "new@example.org")
            let invited = try await give(office, link, subject: 10, email: "new@example.org")
            #expect(handed(invited) == nil)
            // The account `two@example.org` is already an admin of the clinic that invites it.
            _ = try await office.identity.grant(
                AccountGrant(
                    email: "two@example.org", name: "N", password: nil, clinic: Person.ana.clinic, roles: [.admin],
                    subject: UUIDBytes(high: 5, low: 5)), at: noon)
            let colleague = try await give(office, link, subject: 11, email: "two@example.org")
            #expect(handed(colleague) == nil)
        }
    }
}
