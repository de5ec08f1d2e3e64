import Clinic
import ClinicTestSupport
import EventSourcing
import Identifiers
import PostgresClient
import SQL
import Testing
import TestSupport

/// Tests that many notifications with one cause do not become as many mails.
@Suite(.database(.demo)) struct BoundedMailTests {
    private func mails(_ bench: OutboxBench) async throws -> Int {
        try await bench.rows().count { $0.hasPrefix("mail ") }
    }

    @Test func `thirty offers of the waitlist make three mails in a day, at once or one after the other`() async throws
    {
        let bench = try await OutboxBench.prepare()
        try await bench.notify(count: 15, .waitlistOffer)
        #expect(try await mails(bench) == 3)
        for round in 1...15 {
            try await bench.notify(count: 1, .waitlistOffer, after: 1_000_000 + Int64(round) * 100)
        }
        #expect(try await mails(bench) == 3)
        // The inbox and the device get all of them.
        #expect(try await bench.rows().count { $0.hasPrefix("push ") } == 30)
    }

    @Test func `a person gets ten mails of another kind, and twenty mails of all kinds, in a day`() async throws {
        let bench = try await OutboxBench.prepare()
        try await bench.notify(count: 15, .appointmentReminder)
        #expect(try await mails(bench) == 10)
        try await bench.notify(count: 15, .recallDue, after: 2_000_000)
        #expect(try await mails(bench) == 20)
        try await bench.notify(count: 5, .waitlistOffer, after: 3_000_000)
        #expect(try await mails(bench) == 20)
    }

    @Test func `mails that were sent a day ago do not count`() async throws {
        let bench = try await OutboxBench.prepare()
        try await bench.notify(count: 5, .waitlistOffer)
        try await bench.perform("UPDATE notification_outbox SET created_at = created_at - interval '25 hours'")
        try await bench.notify(count: 5, .waitlistOffer, after: 2_000_000)
        #expect(try await mails(bench) == 6)
    }
}
