import Clinic
import ClinicOperations
import ClinicServer
import ClinicTestSupport
import Endpoints
import EventSourcing
import EventStore
import Identifiers
import Identity
import JSON
import PostgresClient
import Projections
import Push
import SQL
import Testing
import TestSupport

/// Tests what is sent about missed check-ins to a person without a clinic, and to the contact of a plan.
@Suite(.database(.demo)) struct CheckInNoticeTests {
    private static let terms =
        #"{"contact":{"name":"Aunt Mia","phone":"+49 30 5550123","email":"mia@mail.example"}}"#

    /// Delivers all notifications and mails that are due after the given number of hours, and returns the texts of
    /// the mails or push messages that went to an e-mail address or a push token.
    private func deliver(after hours: Int64, _ practice: Practice, to token: String) async throws -> [String] {
        let (later, channel) = (try await practice.now().adding(hours: hours), FakeChannel())
        try await Installation.demo().withServices { services, _ in
            let channels = NotificationChannels(push: [.appleSandbox: channel], mail: channel)
            let worker = NotificationWorker(services, channels)
            while try await worker.deliver(at: later) > 0 {}
        }
        return channel.messages.filter { $0.token == token }.map(\.message.body)
    }

    /// Asks the new contacts of plans, and returns the tokens of the mails to an address, the latest first.
    private func askContacts(_ address: String) async throws -> [String] {
        try await Installation.demo().withServices { services, _ in
            try await services.identity.askContacts(at: .now)
            let rows = try await services.reads.perform(
                "SELECT token_id FROM one_time_token WHERE purpose = 'contact' AND email = \(address) ORDER BY token_id DESC",
                effect: .reads)
            return try rows.map { row in
                services.identity.contactLink(try row.uuid(0), address).replacing("#purpose=contact&token=", with: "")
            }
        }
    }

    /// Asks the contact at an address, and answers for the contact.
    private func answer(
        _ practice: Practice, _ said: String = "accept", from address: String = "mia@mail.example"
    ) async throws {
        let token = try #require(try await askContacts(address).first)
        let body = #"{"token":"\#(token)","answer":"\#(said)"}"#
        #expect(try await practice.nobody.post("auth/contact-answer", body).status == 204)
    }

    /// Waits until the notification inboxes of persons without a clinic contain the notifications of all events.
    private func catchUpInboxes() async throws {
        try await Installation.demo().withServices { services, _ in
            _ = try await services.log.catchUp(
                [NotificationInboxes.table.name], in: Principal.personsFeed, within: .seconds(60))
        }
    }

    @Test
    func `the contact of a person without a clinic gets one mail about a missed check-in, which names the person`()
        async throws
    {
        try await Practice.open { practice in
            let person = try await practice.makePerson()
            #expect(try await person.put("check-ins/plan", Self.terms).status == 200)
            try await answer(practice)
            try await practice.settleCheckIns(after: [25, 27])
            let mails = try await deliver(after: 28, practice, to: "mia@mail.example")
            #expect(mails.count == 1 && mails.first?.hasPrefix("Pia was expected to check in by ") == true)
            #expect(try await deliver(after: 29, practice, to: "mia@mail.example").isEmpty)
        }
    }

    @Test func `the contact of a patient gets a mail about the last check-in of a plan, though the plan has ended`()
        async throws
    {
        try await Practice.open { practice in
            let patient = try await practice.signIn("patient2")
            let ends = try await practice.now().adding(hours: 25).rfc3339
            let terms = Self.terms.replacing("{\"contact\"", with: "{\"ends_at\":\"\(ends)\",\"contact\"")
            #expect(try await patient.put("check-ins/plan", terms).status == 200)
            try await answer(practice)
            try await practice.settleCheckIns(after: 27)
            #expect(try await patient.get("check-ins/plan")["status"]?.string == "ended")
            #expect(try await deliver(after: 28, practice, to: "mia@mail.example").count == 1)
        }
    }

    @Test func `a contact gets at most one mail in 12 hours, even if a check-in is missed each hour`() async throws {
        try await Practice.open { practice in
            let person = try await practice.makePerson()
            let hourly = Self.terms.replacing(
                "{\"contact\"", with: "{\"check_in_interval\":3600,\"reminder_interval\":600,\"contact\"")
            #expect(try await person.put("check-ins/plan", hourly).status == 200)
            try await answer(practice)
            try await practice.settleCheckIns(after: [2, 3, 4, 5])
            #expect(try await deliver(after: 6, practice, to: "mia@mail.example").count == 1)
            try await practice.settleCheckIns(after: 15)
            #expect(try await deliver(after: 16, practice, to: "mia@mail.example").count == 1)
        }
    }

    @Test(arguments: [nil, "refuse", "refuse_all"] as [String?])
    func `a contact who has not agreed gets no mail about a missed check-in`(_ said: String?) async throws {
        try await Practice.open { practice in
            let person = try await practice.makePerson()
            #expect(try await person.put("check-ins/plan", Self.terms).status == 200)
            if let said { try await answer(practice, said) } else { _ = try await askContacts("mia@mail.example") }
            try await practice.settleCheckIns(after: [25, 27])
            #expect(try await deliver(after: 28, practice, to: "mia@mail.example").isEmpty)
        }
    }

    @Test func `a contact who refuses after having agreed gets no further mail, and is not asked again`() async throws {
        try await Practice.open { practice in
            let person = try await practice.makePerson()
            #expect(try await person.put("check-ins/plan", Self.terms).status == 200)
            try await answer(practice)
            let token = try #require(try await askContacts("mia@mail.example").first)
            let body = #"{"token":"\#(token)","answer":"refuse"}"#
            #expect(try await practice.nobody.post("auth/contact-answer", body).status == 204)
            // A refusal is final.
            let accept = #"{"token":"\#(token)","answer":"accept"}"#
            #expect(try await practice.nobody.post("auth/contact-answer", accept).status == 403)
            #expect(try await person.put("check-ins/plan", Self.terms).status == 200)
            #expect(try await askContacts("mia@mail.example").isEmpty)
            try await practice.settleCheckIns(after: [25, 27])
            #expect(try await deliver(after: 28, practice, to: "mia@mail.example").isEmpty)
        }
    }

    @Test func `an address is asked once a day, whoever names it, and never after it has refused everybody`()
        async throws
    {
        try await Practice.open { practice in
            for name in ["person", "other", "third"] {
                let person = try await practice.makePerson(name)
                #expect(try await person.put("check-ins/plan", Self.terms).status == 200)
            }
            #expect(try await askContacts("mia@mail.example").count == 1)
            #expect(try await askContacts("mia@mail.example").count == 1)
            try await tomorrow()
            #expect(try await askContacts("mia@mail.example").count == 2)
            try await answer(practice, "refuse_all")
            try await tomorrow()
            #expect(try await askContacts("mia@mail.example").isEmpty)
        }
    }

    @Test func `at most three addresses that a person names are asked in a day`() async throws {
        try await Practice.open { practice in
            let person = try await practice.makePerson()
            for number in 1...5 {
                let terms = Self.terms.replacing("mia@", with: "mia\(number)@")
                #expect(try await person.put("check-ins/plan", terms).status == 200)
                #expect(try await askContacts("mia\(number)@mail.example").count == (number <= 3 ? 1 : 0))
            }
        }
    }

    /// Makes all questions to contacts a day older.
    private func tomorrow() async throws {
        try await TestDatabase.current.withConnection { connection in
            _ = try await connection.perform("UPDATE contact_consent SET asked_at = asked_at - interval '25 hours'")
        }
    }

    @Test func `a contact gets no mail if the person has checked in since the missed check-in`() async throws {
        try await Practice.open { practice in
            let person = try await practice.makePerson()
            #expect(try await person.put("check-ins/plan", Self.terms).status == 200)
            try await answer(practice)
            try await practice.settleCheckIns(after: [25, 27])
            #expect(try await person.post("check-ins", "{}", key: newKey()).status == 201)
            #expect(try await deliver(after: 28, practice, to: "mia@mail.example").isEmpty)
        }
    }

    @Test func `a person without a clinic and without a device is told of a missed check-in by mail`() async throws {
        try await Practice.open { practice in
            let person = try await practice.makePerson()
            #expect(try await person.put("check-ins/plan", "{}").status == 200)
            try await practice.settleCheckIns(after: 25)
            try await catchUpInboxes()
            let mails = try await deliver(after: 26, practice, to: "person@spree.example")
            #expect(mails == [NotificationText.standard(.checkInMissed, in: .english).body])
        }
    }

    @Test func `a person without a clinic who has registered a device is told of a missed check-in on the device`()
        async throws
    {
        try await Practice.open { practice in
            let person = try await practice.makePerson()
            let token = String(repeating: "0f1e2d3c", count: 8)
            let device = #"{"platform":"ios","push_token":"\#(token)","environment":"sandbox"}"#
            #expect(try await person.post("user-devices", device).status == 201)
            #expect(try await person.put("check-ins/plan", "{}").status == 200)
            try await practice.settleCheckIns(after: 25)
            try await catchUpInboxes()
            #expect(try await deliver(after: 26, practice, to: token).count == 1)
            #expect(try await deliver(after: 26, practice, to: "person@spree.example").isEmpty)
        }
    }
}
