import ClinicServer
import ClinicTestSupport
import EventSourcing
import Foundation
import JSON
import Testing

extension Conformance {
    /// Tests the recovery check-ins with the app for check-ins, which has only the calls of its document.
    @Suite struct CheckInApps {
        private typealias Failure = CheckInApp.CheckInError

        private func start(_ practice: Practice, _ name: String = "patient3", device: String = "phone") async throws
            -> CheckInApp
        {
            try await CheckInApp(practice, keychain: practice.login(name, device: device))
        }

        private func seconds(_ date: Date?) -> Int64? { date.map { Int64($0.timeIntervalSince1970) } }

        /// A time of the server's plan, in seconds.
        private func planned(_ name: String, _ app: App) async throws -> Int64? {
            try await app.get("check-ins/plan")[name]?.string.flatMap { Instant(rfc3339: $0)?.secondsSince1970 }
        }

        @Test func `O26 O27 O28 the first tap of an app checks in, and the due time is the server's due time too`()
            async throws
        {
            try await Practice.open { practice in
                let app = try await start(practice)
                #expect(try await app.getCheckInHistory().isEmpty)
                await #expect(throws: Failure.dataNotFound) { try await app.getCheckInInterval() }
                try await app.checkInButtonTapped()
                let desk = try await practice.signIn("patient3")
                let history = try await app.getCheckInHistory(limit: 1)
                #expect(history.map(\.timestamp) == [try #require(await app.lastCheckIn)])
                #expect(history.map(\.source) == [.manual])
                #expect(history.map(\.userID) == [try #require(UUID(uuidString: desk.subject))])
                #expect(try await app.getCheckInInterval() == 24 * 3600)
                #expect(try await app.getReminderInterval() == 2 * 3600)
                #expect(try await planned("due_at", desk) == seconds(app.nextCheckInDue))
                #expect(try await planned("reminder_at", desk) == seconds(app.scheduledReminder))
                #expect(try await desk.get("check-ins/plan")["status"]?.string == "active")
                #expect(try await desk.get("check-ins").items.first?["told_at"] == nil)
            }
        }

        @Test func `O28 intervals that an app saves before the first check-in are those of its plan`() async throws {
            try await Practice.open { practice in
                let app = try await start(practice)
                try await app.setReminderInterval(3600.5)
                #expect(try await app.getCheckInInterval() == 24 * 3600)
                try await app.setCheckInInterval(48 * 3600 + 0.25)
                #expect(try await app.getReminderInterval() == 3600.5)
                try await app.checkInButtonTapped()
                #expect(try await app.getCheckInInterval() == 48 * 3600 + 0.25)
                let time = try #require(await seconds(app.lastCheckIn))
                #expect(try await planned("due_at", practice.signIn("patient3")) == time + 48 * 3600 + 1)
                await #expect(throws: Failure.invalidData) { try await app.setCheckInInterval(60) }
                await #expect(throws: Failure.invalidData) { try await app.setReminderInterval(-1) }
            }
        }

        @Test func `O28 an app saves both intervals of check-ins one after the other, in either order`() async throws {
            try await Practice.open { practice in
                let (app, desk) = try await (start(practice), practice.signIn("patient3"))
                let (day, hour) = (TimeInterval(24 * 3600), TimeInterval(3600))
                try await app.checkInButtonTapped()
                let time = try #require(await seconds(app.lastCheckIn))
                try await app.setReminderInterval(36 * hour)
                #expect(try await app.getReminderInterval() == 36 * hour)
                #expect(try await planned("reminder_at", desk) == nil)
                try await app.setCheckInInterval(2 * day)
                #expect(try await planned("reminder_at", desk) == time + 12 * 3600)
                try await app.setCheckInInterval(day)
                #expect(try await app.getCheckInInterval() == day)
                #expect(try await planned("reminder_at", desk) == nil)
                try await app.setReminderInterval(2 * hour)
                #expect(try await planned("reminder_at", desk) == time + 22 * 3600)
            }
        }

        @Test func `O26 O27 O28 an app that was idle for hours works with a refreshed token and without unlocking`()
            async throws
        {
            try await Practice.open { practice in
                let kept = try await loginInThePast(
                    "patient3", device: "phone", at: practice.now().adding(hours: -9))
                let app = try await CheckInApp(practice, keychain: kept)
                await app.appBecameActive()
                #expect(await app.lastCheckIn == nil)
                try await app.setCheckInInterval(12 * 3600)
                try await app.checkInButtonTapped()
                try await app.setReminderInterval(3600)
                #expect(try await app.getCheckInHistory().count == 1)
                #expect(try await app.getCheckInInterval() == 12 * 3600)
                #expect(try await app.getReminderInterval() == 3600)
            }
        }

        @Test
        func `O26 O27 check-ins made offline are kept once with the app's ids and instants, though answers are lost`()
            async throws
        {
            try await Practice.open { practice in
                let app = try await start(practice)
                await app.turn(.offline)
                await app.moveClock(bySeconds: -3 * 3600)
                for _ in 0..<3 {
                    await #expect(throws: Failure.networkError) { try await app.checkIn() }
                    await app.moveClock(bySeconds: 3600)
                }
                let made = await app.waiting
                await app.turn(.losingAnswers)
                await #expect(throws: Failure.networkError) { try await app.flush() }
                #expect(await app.waiting == made)
                await app.turn(.online)
                try await app.flush()
                #expect(await app.waiting.isEmpty)
                #expect(try await app.getCheckInHistory() == made.reversed().map { $0.toDomain() })
                #expect(
                    try await app.getCheckInHistory(limit: 2).map(\.timestamp) == [made[2], made[1]].map(\.timestamp))
                let desk = try await practice.signIn("patient3")
                let told = try await desk.get("check-ins").items
                #expect(told.allSatisfy { $0["told_at"]?.string != nil })
                let due = seconds(made[2].timestamp).map { $0 + 24 * 3600 }
                #expect(try await planned("due_at", desk) == due)
            }
        }

        @Test func `O26 O27 two devices of one person see each other's check-ins, and the same one again is one`()
            async throws
        {
            try await Practice.open { practice in
                let (phone, tablet) = try await (start(practice), start(practice, device: "tablet"))
                await phone.turn(.losingAnswers)
                await phone.moveClock(bySeconds: -600)
                await #expect(throws: Failure.networkError) { try await phone.checkIn() }
                await tablet.appBecameActive()
                #expect(await tablet.lastCheckIn == phone.waiting.first?.timestamp)
                try await tablet.checkInButtonTapped()
                await phone.turn(.online)
                try await phone.flush()
                await phone.appBecameActive()
                #expect(await phone.lastCheckIn == tablet.lastCheckIn)
                #expect(try await phone.getCheckInHistory() == tablet.getCheckInHistory())
                #expect(try await phone.getCheckInHistory().count == 2)
            }
        }

        @Test func `a check-in that waits on a device is never recorded for another person who signs in there`()
            async throws
        {
            try await Practice.open { practice in
                let app = try await start(practice)
                await app.turn(.offline)
                await #expect(throws: Failure.networkError) { try await app.checkIn() }
                await app.turn(.online)
                await app.signIn(try await practice.login("patient2", device: "phone"))
                let before = try await app.getCheckInHistory().count
                await #expect(throws: Failure.invalidData) { try await app.flush() }
                #expect(try await app.getCheckInHistory().count == before)
                #expect(try await practice.signIn("patient3").get("check-ins").items.isEmpty)
            }
        }

        @Test func `O26 O35 a person without a clinic checks in and saves intervals by the same app`() async throws {
            try await Practice.open { practice in
                _ = try await practice.makePerson()
                let app = try await CheckInApp(practice, keychain: practice.login("person", as: "person"))
                try await app.checkInButtonTapped()
                #expect(try await app.getCheckInHistory().map(\.timestamp) == [try #require(await app.lastCheckIn)])
                try await app.setCheckInInterval(12 * 3600)
                #expect(try await app.getCheckInInterval() == 12 * 3600)
            }
        }

        @Test func `O26 O30 an app checks in after a missed check-in, and then the person's status is active`()
            async throws
        {
            try await Practice.open { practice in
                let (app, desk) = try await (start(practice), practice.signIn("patient3"))
                await app.moveClock(bySeconds: -3600)
                try await app.checkInButtonTapped()
                await app.moveClock(bySeconds: 3600)
                try await practice.settleCheckIns(after: 24)
                #expect(try await desk.get("check-ins/plan")["status"]?.string == "missed")
                try await app.checkInButtonTapped()
                #expect(try await desk.get("check-ins/plan")["status"]?.string == "active")
            }
        }

        @Test func `O29 an app can tell apart a missing session, missing data, invalid data and a lost connection`()
            async throws
        {
            try await Practice.open { practice in
                let stranger = try await CheckInApp(practice, keychain: nil)
                await #expect(throws: Failure.notAuthenticated) { try await stranger.checkIn() }
                await #expect(throws: Failure.notAuthenticated) { try await stranger.getCheckInHistory() }
                let app = try await start(practice)
                await #expect(throws: Failure.dataNotFound) { try await app.getReminderInterval() }
                await app.moveClock(bySeconds: -32 * 86_400)
                await #expect(throws: Failure.invalidData) { try await app.checkIn() }
                #expect(await app.waiting.isEmpty)
                await app.turn(.offline)
                await #expect(throws: Failure.networkError) { try await app.getCheckInHistory() }
            }
        }
    }
}
