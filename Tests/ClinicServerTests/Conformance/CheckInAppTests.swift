import ClinicTestSupport
import EventSourcing
import Foundation
import JSON
import Testing

extension Conformance {
    /// Tests the recovery check-ins with the check-in app's client.
    @Suite struct CheckInApps {
        private func client(_ practice: Practice) async throws -> (app: App, client: CheckInClient) {
            let app = try await practice.signIn("patient2")
            #expect(try await app.put("check-ins/plan", "{}").status == 200)
            return (app, CheckInClient(app))
        }

        private func seconds(_ date: Date) -> Int64 { Int64(date.timeIntervalSince1970) }

        @Test func `O26 O27 an app that checks in finds the check-in first in the history, with person and time`()
            async throws
        {
            try await Practice.open { practice in
                let (app, client) = try await client(practice)
                let before = try await client.getCheckInHistory().count
                let times = [try await client.checkIn(), try await client.checkIn()]
                let latest = try await client.getCheckInHistory(limit: 1)
                #expect(latest.map(\.timestamp) == [times[1]])
                #expect(latest.map(\.source) == [.manual])
                #expect(latest.map(\.userID) == [try #require(UUID(uuidString: app.subject))])
                let all = try await client.getCheckInHistory()
                #expect(all.count == before + 2)
                #expect(all.map(\.timestamp) == all.map(\.timestamp).sorted(by: >))
                #expect(Set(all.map(\.id)).count == all.count)
            }
        }

        @Test
        func `O28 the standard check-in interval is 24 hours, the reminder interval 2 hours; each can be set alone`()
            async throws
        {
            try await Practice.open { practice in
                let (app, client) = try await client(practice)
                #expect(try await client.getCheckInInterval() == 24 * 3600)
                #expect(try await client.getReminderInterval() == 2 * 3600)
                // The check-in app computes the due time and the time of the reminder itself. Both must be equal to the
                // server's.
                let time = seconds(try await client.checkIn())
                func planned(_ name: String) async throws -> Int64? {
                    Instant(rfc3339: try await app.get("check-ins/plan").text(name))?.secondsSince1970
                }
                #expect(try await planned("due_at") == time + 24 * 3600)
                #expect(try await planned("reminder_at") == time + 22 * 3600)
                try await client.setCheckInInterval(48 * 3600 + 0.25)
                #expect(try await client.getReminderInterval() == 2 * 3600)
                try await client.setReminderInterval(4 * 3600 + 0.5)
                #expect(try await client.getCheckInInterval() == 48 * 3600 + 0.25)
                #expect(try await client.getReminderInterval() == 4 * 3600 + 0.5)
            }
        }

        @Test func `O28 an app saves both intervals of check-ins one after the other, in either order`() async throws {
            try await Practice.open { practice in
                let (app, client) = try await client(practice)
                let time = seconds(try await client.checkIn())
                let (day, hour) = (TimeInterval(24 * 3600), TimeInterval(3600))
                func reminder() async throws -> Int64? {
                    let plan = try await app.get("check-ins/plan")
                    return plan["reminder_at"]?.string.flatMap { Instant(rfc3339: $0)?.secondsSince1970 }
                }
                try await client.setReminderInterval(36 * hour)
                #expect(try await client.getCheckInInterval() == day)
                #expect(try await client.getReminderInterval() == 36 * hour)
                #expect(try await reminder() == nil)
                try await client.setCheckInInterval(2 * day)
                #expect(try await reminder() == time + 12 * 3600)
                try await client.setCheckInInterval(day)
                #expect(try await client.getCheckInInterval() == day)
                #expect(try await client.getReminderInterval() == 36 * hour)
                #expect(try await reminder() == nil)
                try await client.setReminderInterval(2 * hour)
                #expect(try await reminder() == time + 22 * 3600)
            }
        }

        @Test func `O29 an app can tell apart a missing session, a missing plan of check-ins and invalid intervals`()
            async throws
        {
            try await Practice.open { practice in
                let stranger = CheckInClient(practice.nobody)
                await #expect(throws: CheckInClient.Failure.notAuthenticated) { try await stranger.checkIn() }
                await #expect(throws: CheckInClient.Failure.notAuthenticated) {
                    try await stranger.getCheckInHistory()
                }
                let app = try await practice.signIn("patient3")
                let client = CheckInClient(app)
                await #expect(throws: CheckInClient.Failure.dataNotFound) { try await client.getCheckInInterval() }
                await #expect(throws: CheckInClient.Failure.dataNotFound) { try await client.checkIn() }
                #expect(try await app.put("check-ins/plan", "{}").status == 200)
                await #expect(throws: CheckInClient.Failure.invalidData) { try await client.setCheckInInterval(60) }
                await #expect(throws: CheckInClient.Failure.invalidData) { try await client.setReminderInterval(-1) }
            }
        }
    }
}
