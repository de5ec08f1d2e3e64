import Endpoints
import EventSourcing
import Identifiers
import Identity
import PostgresClient
import SQL
import TestSupport
import Testing

/// Tests that an account prepared by one clinic gives no access to another, although all clinics share the accounts.
@Suite(.database(.identity), .timeLimit(.minutes(30))) struct OwnershipTests {
    private static let new = "drei Elche im Regen"
    private static let here = UUIDBytes(high: 2, low: 2)
    /// An account that a person at another clinic has prepared. That person knows the account's password.
    private static let prepared = Person(
        email: "dr.new@here.example", password: "prepared beforehand", role: .patient,
        subject: UUIDBytes(high: 3, low: 3))
    private static let doctor = Person(
        email: "dr.new@here.example", password: "given by the admin", clinic: here, role: .doctor,
        subject: UUIDBytes(high: 4, low: 4))

    private func withMail(_ body: @escaping @Sendable (Office, Mailbox) async throws -> Void) async throws {
        let mailbox = try Mailbox()
        defer { mailbox.remove() }
        try await withOffices(1, connections: 4, mail: mailbox.program) {
            try await body(try #require($0.first), mailbox)
        }
    }

    private func invite(_ office: Office, _ person: Person, password: String? = nil, at now: Instant = noon)
        async throws
    {
        _ = try await office.identity.grant(
            AccountGrant(
                email: person.email, name: "N", password: password, clinic: person.clinic, roles: [person.role],
                subject: person.subject, invitation: .mail), at: now)
    }

    private func post(_ office: Office, _ path: String, _ body: String) async throws -> IdentityReply {
        try await office.call(.post, "/api/v1/auth/\(path)", body, from: "192.0.2.1")
    }

    private func choose(_ office: Office, _ token: String, _ password: String = new) async throws -> IdentityReply {
        try await post(office, "new-password", #"{"token":"\#(token)","password":"\#(password)"}"#)
    }

    private func into(_ clinic: UUIDBytes, _ role: Role) -> String {
        #","clinic_id":"\#(clinic)","role":"\#(role.rawValue)""#
    }

    @Test(arguments: [nil, doctor.password])
    func `a role at a second clinic is not valid until the owner of the e-mail address accepts it`(
        _ password: String?
    ) async throws {
        try await withMail { office, mailbox in
            let before = try await office.signIn(Self.prepared)
            try await invite(office, Self.doctor, password: password)
            let there = into(Self.here, .doctor)
            #expect(try await office.login(Self.prepared, there).problem == "no-such-membership")
            #expect(try await office.login(Self.doctor, there).problem == "wrong-credentials")
            // The account's earlier role stays valid until the owner has chosen a password.
            #expect(try await office.login(Self.prepared).text("role") == "patient")
            let letter = try await mailbox.letter(office)
            #expect(letter.field("To") == "<dr.new@here.example>")
            #expect(try await choose(office, letter.token).status == 204)
            let owner = Person(email: Self.doctor.email, password: Self.new)
            #expect(try await office.login(owner, there).text("role") == "doctor")
            #expect(try await office.login(Self.prepared).problem == "wrong-credentials")
            #expect(try await office.authenticate(before.text("access_token")) == .ended)
        }
    }

    @Test func `a higher role at the same clinic is not valid until the owner of the e-mail address accepts it`()
        async throws
    {
        try await withMail { office, mailbox in
            try await office.welcome(Self.prepared)
            var promoted = Self.doctor
            promoted.clinic = Self.prepared.clinic
            try await invite(office, promoted)
            #expect(
                try await office.login(Self.prepared, into(promoted.clinic, .doctor)).problem == "no-such-membership")
            #expect(try await choose(office, mailbox.letter(office).token).status == 204)
            let owner = Person(email: promoted.email, password: Self.new)
            #expect(try await office.login(owner, into(promoted.clinic, .doctor)).status == 200)
        }
    }

    @Test
    func `a password that the owner chooses removes PINs and second factors that other persons set on the account`()
        async throws
    {
        try await withMail { office, mailbox in
            var staff = Self.prepared
            staff.role = .receptionist
            let access = try await office.signIn(staff, device: "phone").text("access_token")
            #expect(
                try await office.call(.post, "/api/v1/pin", token: access, #"{"pin":"481516"}"#).status == 204)
            let begun = try await office.call(
                .post, "/api/v1/second-factor", token: access, #"{"password":"\#(staff.password)"}"#)
            let app = Authenticator(base32: try begun.text("secret"))
            let confirmed = try await office.call(
                .post, "/api/v1/second-factor/confirm", token: access, #"{"code":"\#(app.code(at: noon))"}"#)
            #expect(confirmed.status == 200)
            try await invite(office, Self.doctor)
            #expect(try await choose(office, mailbox.letter(office).token).status == 204)
            let owner = Person(email: Self.doctor.email, password: Self.new)
            #expect(try await office.login(owner, into(Self.here, .doctor)).status == 200)
            #expect(try await office.pool.perform("SELECT FROM device_pin").isEmpty)
        }
    }

    @Test func `a confirmed e-mail address makes no new role valid if someone else chose the password`() async throws {
        try await withMail { office, mailbox in
            let access = try await office.signIn(Self.prepared).text("access_token")
            _ = try await office.call(.post, "/api/v1/me/email-verification", token: access)
            let token = try await mailbox.letter(office).token
            #expect(try await post(office, "confirm-email", #"{"token":"\#(token)"}"#).status == 204)
            try await invite(office, Self.doctor)
            #expect(try await office.login(Self.prepared, into(Self.here, .doctor)).problem == "no-such-membership")
        }
    }

    @Test func `members of staff choose their password by mail, even if someone else registered their address before`()
        async throws
    {
        try await withMail { office, mailbox in
            let form = #"{"email":"\#(Self.doctor.email)","password":"\#(Self.prepared.password)","name":"N"}"#
            _ = try await post(office, "register", form)
            let token = try await mailbox.letter(office).token
            #expect(try await post(office, "confirm-email", #"{"token":"\#(token)"}"#).status == 204)
            try await invite(office, Self.doctor)
            #expect(try await office.login(Self.prepared).problem == "wrong-credentials")
            #expect(try await choose(office, mailbox.letter(office).token).status == 204)
        }
    }

    @Test func `a token handed over by an operator does not prove the ownership of the e-mail address`() async throws {
        try await withMail { office, mailbox in
            try await office.welcome(Self.prepared)
            let handed = try await office.identity.resetPassword(
                of: Self.prepared.email, in: Self.prepared.clinic, at: noon)
            // A token that was handed over, and not mailed, makes no role valid, whether the role is granted before or
            // after the token's use.
            try await invite(office, Self.doctor)
            #expect(try await choose(office, handed, Self.prepared.password).status == 204)
            #expect(try await office.login(Self.prepared, into(Self.here, .doctor)).problem == "no-such-membership")
            var third = Self.doctor
            third.clinic = UUIDBytes(high: 5, low: 5)
            try await invite(office, third)
            #expect(try await office.login(Self.prepared, into(third.clinic, .doctor)).problem == "no-such-membership")
        }
    }

    @Test func `an account with a password chosen by mail joins another clinic with that password`() async throws {
        try await withMail { office, mailbox in
            let patient = Person(email: "cy@example.org", password: Self.new, role: .patient)
            try await invite(office, patient)
            #expect(try await choose(office, mailbox.letter(office).token).status == 204)
            var elsewhere = patient
            elsewhere.clinic = Self.here
            try await invite(office, elsewhere, password: "chosen at the desk")
            #expect(try await office.login(patient, into(Self.here, .patient)).status == 200)
            _ = try await office.identity.deliverMail(at: noon)
            #expect(try mailbox.take().isEmpty)
        }
    }

    @Test
    func `an inviting clinic can replace the password that another clinic set, if the account has no role any more`()
        async throws
    {
        try await withMail { office, mailbox in
            let account = try await office.welcome(Self.prepared)
            try await office.identity.withdraw(
                account: account, clinic: Self.prepared.clinic, role: .patient, at: noon)
            try await invite(office, Self.doctor, password: Self.doctor.password)
            #expect(try await office.login(Self.prepared).problem == "wrong-credentials")
            #expect(try await office.login(Self.doctor).status == 200)
        }
    }

    @Test func `an invited person chooses the password, even if someone else registers the address`() async throws {
        try await withMail { office, mailbox in
            let form = #"{"email":"\#(Self.doctor.email)","password":"\#(Self.prepared.password)","name":"N"}"#
            // Register the address before and after the invitation creates an account.
            _ = try await post(office, "register", form)
            let registered = try await mailbox.letter(office).token
            try await invite(office, Self.doctor)
            _ = try await mailbox.letter(office)
            _ = try await post(office, "register", form)
            let letter = try await mailbox.letter(office)
            #expect(letter.text.contains("#purpose=password"))
            #expect(try await post(office, "confirm-email", #"{"token":"\#(letter.token)"}"#).status == 403)
            #expect(try await post(office, "confirm-email", #"{"token":"\#(registered)"}"#).status == 403)
            #expect(try await office.login(Self.prepared).problem == "wrong-credentials")
            let instead = try await mailbox.letter(office)
            #expect(try await choose(office, instead.token).status == 204)
            #expect(try await office.login(Person(email: Self.doctor.email, password: Self.new)).status == 200)
        }
    }

    @Test func `a person with an open invitation is not invited again, and a clinic's invitations are rate limited`()
        async throws
    {
        try await withMail { office, mailbox in
            for _ in 0..<5 { try await invite(office, Self.doctor) }
            _ = try await mailbox.letter(office)
            // After the first invitation has expired, a second one is mailed.
            let later = noon.adding(days: 8)
            try await invite(office, Self.doctor, at: later)
            _ = try await mailbox.letter(office, at: later)
            var invited = 0
            await #expect(throws: Problem.self) {
                for number in 0..<400 {
                    let person = Person(
                        email: "p\(number)@example.org", clinic: Self.here,
                        subject: UUIDBytes(high: 6, low: UInt64(number)))
                    try await invite(office, person, at: later)
                    invited = number
                }
            }
            #expect((90...110).contains(invited))
        }
    }
}
