import Clinic
import ClinicOperations
import ClinicServer
import ClinicTestSupport
import Endpoints
import EventSourcing
import EventStore
import Identifiers
import JSON
import PostgresClient
import Projections
import Push
import SQL
import TestSupport
import Testing

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
            try await practice.settleCheckIns(after: [2, 3, 4, 5])
            #expect(try await deliver(after: 6, practice, to: "mia@mail.example").count == 1)
            try await practice.settleCheckIns(after: 15)
            #expect(try await deliver(after: 16, practice, to: "mia@mail.example").count == 1)
        }
    }

    @Test func `a contact gets no mail if the person has checked in since the missed check-in`() async throws {
        try await Practice.open { practice in
            let person = try await practice.makePerson()
            #expect(try await person.put("check-ins/plan", Self.terms).status == 200)
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
