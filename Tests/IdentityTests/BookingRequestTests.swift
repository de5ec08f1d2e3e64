import Endpoints
import EventSourcing
import Identifiers
import Identity
import PostgresClient
import SQL
import TestSupport
import Testing

/// Tests booking requests of people without an account, from the request to its confirmation, with a real mail program.
@Suite(.database(.identity), .timeLimit(.minutes(30))) struct BookingRequestTests {
    private static let clinic = Person.ben.clinic
    private static let form = Array(#"{"given_name":"Zwetlana"}"#.utf8)

    private func withMail(_ body: @escaping @Sendable (Office, Mailbox) async throws -> Void) async throws {
        let mailbox = try Mailbox()
        defer { mailbox.remove() }
        try await withOffices(1, mail: mailbox.program) { try await body(try #require($0.first), mailbox) }
    }

    @discardableResult
    private func ask(
        _ office: Office, _ email: String = "neu@example.org", key: String? = nil, digest: UInt8 = 1,
        in clinic: UUIDBytes = clinic, from network: String = "192.0.2.1", at now: Instant = noon
    ) async throws -> UUIDBytes {
        let request = NewBookingRequest(
            clinic: clinic, email: email, form: Self.form, digest: [digest],
            key: key.flatMap { IdempotencyKey(Array($0.utf8)[...]) })
        return try await office.identity.askForBooking(request, from: network, at: now).id
    }

    private func code(_ letter: Mailbox.Letter) throws -> String {
        String(try #require(letter.text.firstMatch(of: /\n([0-9]{8})\n/)).output.1)
    }

    /// A wrong code, which differs from the right code in its last digit.
    private func wrong(_ code: String) -> String {
        String(code.dropLast()) + (code.hasSuffix("0") ? "1" : "0")
    }

    private func open(
        _ office: Office, _ id: UUIDBytes, _ code: String, in clinic: UUIDBytes = clinic, at now: Instant = noon
    ) async throws -> OpenedBookingRequest? {
        try await office.identity.openBooking(id, in: clinic, code: code, at: now)
    }

    private func problem(_ body: () async throws -> UUIDBytes) async throws -> Problem? {
        do {
            _ = try await body()
            return nil
        } catch let problem as Problem { return problem }
    }

    @Test func `the code from the mail opens the booking request with its content, in the same clinic only`()
        async throws
    {
        try await withMail { office, mailbox in
            let id = try await ask(office)
            let letter = try await mailbox.letter(office)
            #expect(letter.field("To") == "<neu@example.org>")
            let code = try code(letter)
            let opened = try #require(try await open(office, id, code))
            #expect(opened.form == Self.form)
            #expect(try await open(office, id, code)?.appointment == opened.appointment)
            #expect(try await open(office, id, code, in: UUIDBytes(high: 1, low: 2)) == nil)
            #expect(try await open(office, UUIDBytes(high: 1, low: 2), code) == nil)
            #expect(try await open(office, id, code, at: noon.adding(minutes: 30)) == nil)
        }
    }

    @Test func `after five wrong codes, also simultaneous ones, the right code does not open the booking request`()
        async throws
    {
        try await withMail { office, mailbox in
            let (first, second) = (try await ask(office), try await ask(office, "other@example.org"))
            _ = try await office.identity.deliverMail(at: noon)
            let letters = try mailbox.take().map { Mailbox.Letter(text: $0) }
            let own = try #require(letters.first { $0.text.contains("neu@") })
            let code = try code(own)
            for _ in 1...4 { #expect(try await open(office, first, wrong(code)) == nil) }
            #expect(try await open(office, first, code) != nil)
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<10 { group.addTask { try await open(office, first, wrong(code)) == nil } }
                for try await isRefused in group { #expect(isRefused) }
            }
            #expect(try await open(office, first, code) == nil)
            let counts: Statement = "SELECT wrong_codes FROM booking_request WHERE request_id = \(first)"
            #expect(try await office.pool.perform(counts).first?.int32(0) == 5)
            let others = try self.code(try #require(letters.first { $0.text.contains("other@") }))
            #expect(try await open(office, second, others) != nil)
        }
    }

    @Test func `the content of a booking request is stored encrypted, and erased once the appointment is made`()
        async throws
    {
        try await withMail { office, mailbox in
            let id = try await ask(office)
            let rows: Statement = "SELECT b::text, t::text FROM booking_request b, one_time_token t"
            let stored = try await office.pool.perform(rows)
            let letter = try await mailbox.letter(office)
            let code = try code(letter)
            let hex = Array("Zwetlana".utf8).map { String($0, radix: 16) }.joined()
            #expect(try !stored[0].text(0).contains(hex))
            for column in 0..<2 { #expect(try !stored[0].text(column).contains(code)) }
            try await office.identity.closeBooking(id, at: noon)
            #expect(try await open(office, id, code)?.form == nil)
            #expect(try await open(office, id, code) != nil)
            #expect(try await !office.pool.perform(rows)[0].text(1).contains("neu@example.org"))
        }
    }

    @Test func `an expired booking request is deleted with its mail, and one that has not expired is not`()
        async throws
    {
        try await withMail { office, _ in
            try await ask(office)
            try await office.identity.forgetTokens(at: noon.adding(minutes: 29))
            #expect(try await office.pool.perform("SELECT FROM booking_request").count == 1)
            try await office.identity.forgetTokens(at: noon.adding(minutes: 30))
            let left: Statement = """
                SELECT FROM booking_request UNION ALL SELECT FROM one_time_token UNION ALL SELECT FROM mail_outbox
                """
            #expect(try await office.pool.perform(left).isEmpty)
        }
    }

    @Test
    func `a booking request stores as many rows for an address with an account as without, and only the mail differs`()
        async throws
    {
        try await withMail { office, mailbox in
            try await office.welcome(.ben)
            try await ask(office, Person.ben.email)
            let known = try await mailbox.letter(office)
            #expect(known.text.contains("You have an account with this clinic"))
            _ = try code(known)
            try await ask(office)
            let unknown = try await mailbox.letter(office)
            #expect(!unknown.text.contains("You have an account"))
            // The mail of a second clinic does not show that the address has an account with the first clinic.
            try await ask(office, Person.ben.email, in: UUIDBytes(high: 1, low: 2))
            #expect(try await !mailbox.letter(office).text.contains("You have an account"))
            let counts: Statement = """
                SELECT email, count(*) FROM one_time_token JOIN booking_request ON request_id = token_id
                GROUP BY email ORDER BY email
                """
            let rows = try await office.pool.perform(counts)
            #expect(try rows.map { try $0.int64(1) } == [2, 1])
        }
    }

    @Test
    func `a repeated booking request with one idempotency key is mailed once, and a different request is refused`()
        async throws
    {
        try await withMail { office, mailbox in
            let id = try await ask(office, key: "key-1")
            #expect(try await ask(office, key: "key-1") == id)
            _ = try await mailbox.letter(office)
            #expect(try await ask(office, key: "key-1") == id)
            _ = try await office.identity.deliverMail(at: noon)
            #expect(try mailbox.take().isEmpty)
            let refused = try await problem { try await ask(office, "other@example.org", key: "key-1", digest: 2) }
            #expect(refused?.status == 409)
            #expect(try await ask(office, "other@example.org", key: "key-1", in: UUIDBytes(high: 1, low: 2)) != id)
        }
    }

    @Test func `an e-mail address gets three codes, and further booking requests for it are answered without a mail`()
        async throws
    {
        try await withMail { office, mailbox in
            for number in 0..<5 { try await ask(office, from: "192.0.2.\(number)") }
            _ = try await office.identity.deliverMail(at: noon)
            #expect(try mailbox.take().count == 3)
            #expect(try await office.pool.perform("SELECT FROM booking_request").count == 3)
        }
    }

    @Test func `booking requests of a network above its limit get 429, and do not use up the clinic's limit`()
        async throws
    {
        try await withMail { office, _ in
            for number in 0..<10 { try await ask(office, "p\(number)@example.org") }
            for number in 10..<130 {
                let refused = try await problem { try await ask(office, "p\(number)@example.org") }
                #expect(refused?.status == 429)
            }
            #expect(try await problem { try await ask(office, "q@example.org", from: "192.0.2.2") } == nil)
        }
    }

    @Test func `a clinic above its limit refuses booking requests of every network, and another clinic accepts them`()
        async throws
    {
        try await withMail { office, _ in
            for number in 0..<100 { try await ask(office, "p\(number)@example.org", from: "net \(number)") }
            let refused = try await problem { try await ask(office, "q@example.org", from: "net q") }
            #expect(refused?.status == 429)
            let other = UUIDBytes(high: 1, low: 2)
            #expect(try await problem { try await ask(office, "q@example.org", in: other, from: "net r") } == nil)
        }
    }
}
