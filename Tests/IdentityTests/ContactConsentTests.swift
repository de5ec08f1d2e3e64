import Endpoints
import EventSourcing
import Identifiers
import Identity
import PostgresClient
import SQL
import Testing
import TestSupport

/// Tests the mail that asks the contact of a plan of check-ins.
@Suite(.database(.identity), .timeLimit(.minutes(30))) struct ContactConsentTests {
    private func name(_ email: String, _ person: UInt64, _ office: Office) async throws {
        let document = #"{"status":"active","contact":{"name":"Visit https://evil.example","email":"\#(email)"}}"#
        _ = try await office.pool.perform(
            """
            INSERT INTO check_in_plan (clinic_id, patient_id, document)
            VALUES (\(UUIDBytes(high: 0, low: 1)), \(UUIDBytes(high: 7, low: person)), \(document)::text::json)
            """)
    }

    @Test func `a new contact gets one mail of fixed text, with a token to answer`() async throws {
        let mailbox = try Mailbox()
        defer { mailbox.remove() }
        try await withOffices(2, mail: mailbox.program) { offices in
            try await name("Mia@example.org", 1, offices[0])
            let letter = try await mailbox.letter(offices[0])
            let token = try letter.token
            #expect(letter.field("To") == "<mia@example.org>")
            #expect(!letter.text.contains("evil"))
            _ = try await offices[1].identity.deliverMail(at: noon.adding(minutes: 5))
            #expect(try mailbox.take().isEmpty)
            for said in ["accept", "accept", "refuse"] {
                let body = #"{"token":"\#(token)","answer":"\#(said)"}"#
                #expect(try await offices[1].call(.post, "/api/v1/auth/contact-answer", body).status == 204)
            }
            let states = try await offices[0].pool.perform("SELECT state FROM contact_consent")
            #expect(try states.map { try $0.text(0) } == ["refused"])
            let late = #"{"token":"\#(token)","answer":"accept"}"#
            #expect(try await offices[0].call(.post, "/api/v1/auth/contact-answer", late).status == 403)
        }
    }

    @Test func `two servers that ask at the same time ask an address once`() async throws {
        try await withOffices(2, connections: 4) { offices in
            for person in 1...6 { try await name("mia@example.org", UInt64(person), offices[0]) }
            async let one = offices[0].identity.askContacts(at: noon)
            async let two = offices[1].identity.askContacts(at: noon)
            #expect(try await one + two == 1)
            // One question a day, and five in 30 days.
            var asked = 1
            for day in 1...8 { asked += try await offices[0].identity.askContacts(at: noon.adding(days: Int64(day))) }
            #expect(asked == 5)
        }
    }

    @Test func `the token of another mail answers nothing`() async throws {
        let mailbox = try Mailbox()
        defer { mailbox.remove() }
        try await withOffices(1, mail: mailbox.program) { offices in
            let office = try #require(offices.first)
            try await office.welcome(.ana)
            _ = try await office.call(.post, "/api/v1/auth/password-reset", #"{"email":"ana@example.org"}"#)
            let token = try await mailbox.letter(office).token
            let body = #"{"token":"\#(token)","answer":"accept"}"#
            #expect(try await office.call(.post, "/api/v1/auth/contact-answer", body).status == 403)
        }
    }
}
