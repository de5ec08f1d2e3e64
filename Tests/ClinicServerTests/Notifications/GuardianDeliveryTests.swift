import Clinic
import ClinicTestSupport
import EventSourcing
import Identifiers
import PostgresClient
import Push
import SQL
import TestSupport
import Testing

/// Tests the deliveries of dependants' notifications to their guardians.
@Suite(.database(.demo)) struct GuardianDeliveryTests {
    /// The rows of the outbox, sorted, each with the person and the channel.
    private func deliveries(_ bench: OutboxBench) async throws -> [String] {
        let rows = try await bench.perform(
            """
            SELECT CASE person_id WHEN \(bench.patient) THEN 'guardian ' ELSE 'dependant ' END || channel
            FROM notification_outbox WHERE clinic_id = \(bench.clinic) ORDER BY 1
            """)
        return try rows.map { try $0.text(0) }
    }

    @Test func `a guardian gets a mail about a dependant only if no mail can reach the dependant`() async throws {
        let bench = try await OutboxBench.prepare()
        let dependant = try await bench.makeDependant()
        try await bench.notify(dependant, .appointmentReminder)
        #expect(try await deliveries(bench) == ["dependant mail", "guardian mail", "guardian push"])
        try await bench.perform("DELETE FROM notification_outbox WHERE clinic_id = \(bench.clinic)")
        try await bench.perform(
            """
            UPDATE patient SET document = (document::jsonb || '{"email":"parents@mail.example"}')::json
            WHERE clinic_id = \(bench.clinic) AND patient_id = \(dependant)
            """)
        try await bench.notify(dependant, .appointmentReminder, after: 2_000_000)
        #expect(try await deliveries(bench) == ["dependant mail", "guardian push"])
    }

    @Test func `a patient's reminder by mail has the link to change the visit, and a guardian's has not`() async throws
    {
        let bench = try await OutboxBench.prepare()
        let (dependant, start) = (try await bench.makeDependant(), bench.now.adding(hours: 2))
        let mailbox = try ExampleMailbox()
        defer { mailbox.remove() }
        try await Practice.open(mail: mailbox.configuration) { _ in
            let (address, text) = (
                "patient1@spree.example", NotificationText.standard(.appointmentReminder, in: .english).body
            )
            try await bench.notify(bench.patient, .appointmentReminder, start: start)
            let own = try await mailbox.notification(for: address)
            #expect(own.hasPrefix(text) && own.contains("#purpose=visit&token="))
            try await bench.notify(dependant, .appointmentReminder, start: start)
            let other = try await mailbox.notification(for: address)
            #expect(other.hasPrefix(text) && !other.contains("token="))
        }
    }

    @Test func `a notification of a dependant is not delivered to a guardian after the guardianship has ended`()
        async throws
    {
        let bench = try await OutboxBench.prepare()
        let channel = FakeChannel()
        try await bench.notify(bench.makeDependant(), .appointmentReminder)
        try await bench.perform(
            "UPDATE guardian SET document = '{\"dependants\":[]}' WHERE guardian_id = \(bench.patient)")
        try await bench.deliver(channel)
        #expect(channel.messages.isEmpty)
    }

    @Test func `a dependant's notification is delivered to a guardian's device with the guardian's badge`() async throws
    {
        let bench = try await OutboxBench.prepare()
        let channel = FakeChannel()
        try await bench.notify()
        try await bench.notify(bench.makeDependant(), .appointmentStatusChanged, after: 2_000_000)
        try await bench.deliver(channel)
        #expect(channel.messages.map(\.message.badge) == [2, 2])
    }

    @Test func `the kinds of notifications for guardians in the database equal the program's list`() async throws {
        let rows = try await TestDatabase.current.withConnection { connection in
            try await connection.perform("SELECT notifications_for_guardians()")
        }
        let types = try #require(rows.first).texts(0)
        #expect(types == NotificationType.forGuardians.map(\.rawValue))
    }
}
