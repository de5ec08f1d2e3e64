import ClinicTestSupport
import EventSourcing
import Foundation
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

extension Conformance {
    /// Tests the command-line program for health samples, which has only the calls of its document, over a day.
    @Suite struct HealthSyncs {
        private typealias Client = HealthSyncClient
        private typealias Failure = HealthSyncClient.SyncError

        /// Heart rates, one a minute, the last of them a minute ago.
        private func rates(_ count: Int, of practice: Practice) async throws -> [Client.HealthSampleDTO] {
            let end = try await practice.date()
            return (0..<count).map { number in
                let date = end.addingTimeInterval(Double(number - count) * 60)
                return Client.HealthSampleDTO(
                    id: UUID(), type: "heartRate", value: 60 + Double(number % 40), unit: "count/min", startDate: date,
                    endDate: date, sourceName: "Watch", metadata: nil)
            }
        }

        /// A phone that was idle for hours: its session is locked.
        private func idlePhone(_ practice: Practice) async throws -> App {
            let kept = try await loginInThePast(
                "patient1", device: "demo-device", at: practice.now().adding(hours: -8))
            let refresh = App(practice: practice, token: try kept.text("refresh_token"), subject: "")
            let renewed = try await refresh.post("auth/refresh")
            guard renewed["locked"]?.bool == true else { throw Missing(what: "a locked session") }
            return try practice.app(of: renewed)
        }

        @Test
        func `O31 O32 O34 a program pairs by a scanned code, reads a day in pages, and prints a line for each sample`()
            async throws
        {
            try await Practice.open { practice in
                let phone = try await practice.signIn("patient1")
                #expect(try await phone.enable(["heartRate"]).status == 200)
                let sent = try await rates(250, of: practice)
                #expect(try await phone.store(sent).allSatisfy { $0 == "accepted" })
                let client = try await Client.paired(with: phone)
                let status = try await client.status()
                #expect(status.status == "ok" && status.version == "1" && status.enabledTypes == ["heartRate"])
                let types = try await client.types()
                let (start, end) = (sent[0].startDate, try await practice.date())
                let read = try await client.fetch(types, from: start, to: end, limit: 100)
                #expect(read == sent)
                let lines = Client.csv(read).split(separator: "\n")
                #expect(lines.count == 251 && lines[1].hasPrefix("\(sent[0].id.uuidString);heartRate;60.0;count/min;"))
                #expect(try await client.fetch(types, from: start, to: start.addingTimeInterval(61)).count == 2)
            }
        }

        @Test func `O31 a program sends no expired code, and is told in a sentence that a used code is not valid`()
            async throws
        {
            try await Practice.open { practice in
                let phone = try await practice.signIn("patient1")
                let (first, other) = (Client(practice, named: "Laptop"), Client(practice, named: "Desktop"))
                let (code, now) = try await (phone.showPairingCode(), practice.date())
                await #expect(throws: Failure.expiredCode) {
                    try await first.pair(scanning: code, at: now.addingTimeInterval(301))
                }
                await #expect(throws: Failure.invalidPayload) {
                    try await first.pair(scanning: Array("https://example.com".utf8), at: now)
                }
                #expect(await first.requests == 0)
                await #expect(throws: Failure.notPaired) { try await first.types() }
                try await first.pair(scanning: code, at: now)
                let refusal = await #expect(throws: Failure.self) { try await other.pair(scanning: code, at: now) }
                guard case .pairingRefused(let sentence) = refusal else { throw Missing(what: "a refusal") }
                #expect(sentence.hasSuffix(".") && !sentence.contains("{"))
                #expect(try await first.types().isEmpty)
            }
        }

        @Test func `O31 a program that lost the answer to its pairing pairs again by a new code`() async throws {
            try await Practice.open { practice in
                let phone = try await practice.signIn("patient1")
                let client = Client(practice)
                await client.turn(.losingAnswers(1))
                let code = try await phone.showPairingCode()
                await #expect(throws: Failure.noConnection) {
                    try await client.pair(scanning: code, at: practice.date())
                }
                await #expect(throws: Failure.self) { try await client.pair(scanning: code, at: practice.date()) }
                await #expect(throws: Failure.notPaired) { try await client.types() }
                try await client.pair(scanning: try await phone.showPairingCode(), at: practice.date())
                #expect(try await client.status().status == "ok")
                #expect(try await phone.get("paired-clients").items.count == 2)
            }
        }

        @Test func `O32 O33 a page whose answer was lost is read again, no sample twice, and each read is recorded`()
            async throws
        {
            try await Practice.open { practice in
                let phone = try await practice.signIn("patient1")
                #expect(try await phone.enable(["heartRate"]).status == 200)
                let sent = try await rates(30, of: practice)
                _ = try await phone.store(sent)
                let client = try await Client.paired(with: phone)
                await client.turn(.losingAnswers(2))
                let end = try await practice.date()
                #expect(try await client.fetch(["heartRate"], from: sent[0].startDate, to: end, limit: 10) == sent)
                let events = try await phone.get("device-events").items
                #expect(events.count { $0["event_type"]?.string == "samples-read" } == 5)
            }
        }

        @Test
        func `O31 O32 two programs read while the phone is locked and stores samples, and one of them is revoked`()
            async throws
        {
            try await Practice.open { practice in
                let open = try await practice.signIn("patient1")
                #expect(try await open.enable(["heartRate"]).status == 200)
                let (laptop, desktop) = try await (
                    Client.paired(with: open, named: "Laptop"), Client.paired(with: open, named: "Desktop")
                )
                let phone = try await idlePhone(practice)
                let sent = try await rates(5, of: practice)
                #expect(try await phone.store(sent).allSatisfy { $0 == "accepted" })
                #expect(try await phone.store(sent).allSatisfy { $0 == "duplicate" })
                let end = try await practice.date()
                for client in [laptop, desktop] {
                    #expect(try await client.fetch(["heartRate"], from: sent[0].startDate, to: end) == sent)
                }
                let listed = try await open.get("paired-clients").items
                let lost = try #require(listed.first { $0["name"]?.string == "Laptop" }?["id"]?.string)
                #expect(try await open.delete("paired-clients/\(lost)").status == 204)
                await #expect(throws: Failure.notPaired) { try await laptop.types() }
                #expect(try await desktop.types() == ["heartRate"])
            }
        }

        @Test func `O32 a program is told apart what is locked, what is not enabled, and what it asked wrongly`()
            async throws
        {
            try await Practice.open { practice in
                let phone = try await practice.signIn("patient1")
                let client = try await Client.paired(with: phone)
                let now = try await practice.date()
                func fetch(_ types: [String], from start: Date, to end: Date) async throws {
                    _ = try await client.fetch(types, from: start, to: end)
                }
                await #expect(throws: Failure.noPermission) {
                    try await fetch(["weight"], from: now.addingTimeInterval(-60), to: now)
                }
                #expect(try await phone.enable(["weight"], locked: true).status == 200)
                await #expect(throws: Failure.locked) {
                    try await fetch(["weight"], from: now.addingTimeInterval(-60), to: now)
                }
                #expect(try await phone.enable(["weight"]).status == 200)
                try await fetch(["weight"], from: now.addingTimeInterval(-60), to: now)
                await #expect(throws: Failure.invalidRequest) { try await fetch([], from: now, to: now) }
                await #expect(throws: Failure.invalidRequest) {
                    try await fetch(["weight"], from: now, to: now.addingTimeInterval(-60))
                }
            }
        }

        @Test
        func `O31 a program whose token has expired pairs again, and is told how long to wait if it asks too often`()
            async throws
        {
            try await Practice.open { practice in
                let phone = try await practice.signIn("patient1")
                let client = try await Client.paired(with: phone)
                try await TestDatabase.current.withConnection { connection in
                    _ = try await connection.perform("UPDATE paired_client SET expires_at = paired_at")
                }
                await #expect(throws: Failure.notPaired) { try await client.status() }
                try await client.pair(scanning: try await phone.showPairingCode(), at: practice.date())
                let refusal = await #expect(throws: Failure.self) {
                    // At most one new minute begins during the requests, so at least 61 of them are in the same minute.
                    for _ in 0..<122 { _ = try await client.types() }
                }
                guard case .rateLimited(let seconds) = refusal else { throw Missing(what: "a pause") }
                #expect((1...60).contains(seconds))
            }
        }
    }
}
