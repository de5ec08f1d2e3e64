import Clinic
import EventSourcing
import Testing
import TimeZones
import ZoneFiles

@Suite struct QuietHoursTests {
    private func zone() throws -> ClinicZone {
        try #require(ClinicZone(try .named("Europe/Berlin"), in: ZoneSource.system.current))
    }

    private func hours(_ start: String, _ end: String, exempt: [NotificationType] = []) throws -> QuietHours {
        QuietHours(start: try #require(LocalTime(start)), end: try #require(LocalTime(end)), exempt: exempt)
    }

    private func end(_ hours: QuietHours, _ now: Instant) throws -> Instant? {
        hours.end(for: .appointmentReminder, at: now, try zone())
    }

    @Test func `quiet hours over midnight end in the morning`() throws {
        let night = try hours("22:00", "07:00")
        #expect(try end(night, "2026-11-23T20:59:59Z") == nil)
        #expect(try end(night, "2026-11-23T21:00:00Z") == "2026-11-24T06:00:00Z")
        #expect(try end(night, "2026-11-24T05:59:59Z") == "2026-11-24T06:00:00Z")
        #expect(try end(night, "2026-11-24T06:00:00Z") == nil)
    }

    @Test func `quiet hours within a day end on that day`() throws {
        let noon = try hours("12:00", "14:00")
        #expect(try end(noon, "2026-11-23T11:30:00Z") == "2026-11-23T13:00:00Z")
        #expect(try end(noon, "2026-11-23T13:00:00Z") == nil)
    }

    @Test func `quiet hours do not delay an exempt kind of notification`() throws {
        let night = try hours("22:00", "07:00", exempt: [.waitlistOffer])
        #expect(night.end(for: .waitlistOffer, at: "2026-11-23T23:00:00Z", try zone()) == nil)
        #expect(night.end(for: .paymentReceived, at: "2026-11-23T23:00:00Z", try zone()) == "2026-11-24T06:00:00Z")
    }

    @Test func `quiet hours end at their wall time in the nights in which the clocks change`() throws {
        let night = try hours("22:00", "07:00")
        // The clocks go forward on 29 March 2026 at 02:00, and back on 25 October 2026 at 03:00.
        #expect(try end(night, "2026-03-28T22:00:00Z") == "2026-03-29T05:00:00Z")
        #expect(try end(night, "2026-10-24T22:00:00Z") == "2026-10-25T06:00:00Z")
    }

    @Test func `quiet hours end at a clock change that skips their end, and at the first occurrence of a repeated end`()
        throws
    {
        let night = try hours("22:00", "02:30")
        #expect(try end(night, "2026-03-29T00:30:00Z") == "2026-03-29T01:00:00Z")
        #expect(try end(night, "2026-10-25T00:10:00Z") == "2026-10-25T00:30:00Z")
        #expect(try end(night, "2026-10-25T01:10:00Z") == nil)
    }
}
