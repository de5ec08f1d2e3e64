import Clinic
import EventSourcing
import Identifiers
import Testing

/// A clinic that is open all night, so that the clocks change while somebody sits in the chair.
private func nightDesk(_ zone: String) throws -> Desk {
    var practice = Practice(zone: zone, doctors: ["A"], chairs: 1)
    practice.open = "00:00-24:00"
    return try Desk(practice)
}

@Suite struct ClockChangeTests {
    @Test(
        arguments: [
            // Clocks go from 2:00 to 3:00.
            ("Europe/Berlin", "2026-03-29", "2026-03-20T08:00:00Z", 92, "2026-03-29T00:45:00Z", "2026-03-29T01:00:00Z"),
            (
                "America/New_York", "2026-03-08", "2026-03-01T08:00:00Z", 92, "2026-03-08T06:45:00Z",
                "2026-03-08T07:00:00Z"
            ),
            // Half an hour, from 2:00 to 2:30.
            (
                "Australia/Lord_Howe", "2026-10-04", "2026-09-28T08:00:00Z", 94, "2026-10-03T15:15:00Z",
                "2026-10-03T15:30:00Z"
            ),
        ] as [(String, CivilDate, Instant, Int, Instant, Instant)])
    func `in spring the hour that the clocks skip offers nothing, and what is around it is next to it`(
        zone: String, date: CivilDate, now: Instant, expected: Int, before: Instant, after: Instant
    ) throws {
        let offers = try nightDesk(zone).offers(date, at: now)
        let starts = offers.map(\.slot.start)
        // Thirty minutes do not begin in the day's last quarter of an hour.
        #expect(starts.count == expected - 1)
        #expect(Set(starts).count == starts.count)
        let index = try #require(starts.firstIndex(of: before))
        #expect(starts[index + 1] == after)
        #expect(offers.allSatisfy { $0.slot.minutes == 30 })
    }

    @Test(
        arguments: [
            // Clocks go back from 3:00 to 2:00: the second 2:xx is none.
            ("Europe/Berlin", "2026-10-25", "2026-10-20T08:00:00Z", "2026-10-25T00:45:00Z", "2026-10-25T02:00:00Z"),
            ("America/New_York", "2026-11-01", "2026-10-25T08:00:00Z", "2026-11-01T05:45:00Z", "2026-11-01T07:00:00Z"),
            // Half an hour, from 2:00 back to 1:30.
            (
                "Australia/Lord_Howe", "2026-04-05", "2026-03-28T08:00:00Z", "2026-04-04T14:45:00Z",
                "2026-04-04T15:30:00Z"
            ),
        ] as [(String, CivilDate, Instant, Instant, Instant)])
    func `in autumn the hour that comes twice is offered once, the first time`(
        zone: String, date: CivilDate, now: Instant, before: Instant, after: Instant
    ) throws {
        let starts = try nightDesk(zone).offers(date, at: now).map(\.slot.start)
        #expect(starts.count == 95)
        let index = try #require(starts.firstIndex(of: before))
        #expect(starts[index + 1] == after)
    }

    @Test func `what is offered on the days of change can be booked, and nothing else on the grid`() throws {
        for (zone, date, now) in [
            ("Europe/Berlin", "2026-03-29", "2026-03-20T08:00:00Z"),
            ("Europe/Berlin", "2026-10-25", "2026-10-20T08:00:00Z"),
            ("America/New_York", "2026-03-08", "2026-03-01T08:00:00Z"),
            ("America/New_York", "2026-11-01", "2026-10-25T08:00:00Z"),
        ] as [(String, CivilDate, Instant)] {
            let desk = try nightDesk(zone)
            let offered = Set(try desk.offers(date, at: now).map(\.slot.start))
            let midnight = try ClinicZone.named(zone).bounds(of: date)
            for quarter in 0..<(25 * 4) {
                let start = midnight.lowerBound.adding(minutes: Int64(quarter) * 15)
                guard start < midnight.upperBound else { break }
                #expect((desk.obstacle(start, at: now) == nil) == offered.contains(start), "\(zone) \(start)")
            }
        }
    }

    @Test func `opening hours are wall-clock hours on either side of the change`() throws {
        let desk = try Desk(Practice(doctors: ["A"], chairs: 1))
        // Winter: 8:00 is 7:00Z. Summer: 6:00Z.
        #expect(try desk.offers("2026-03-28", at: "2026-03-20T08:00:00Z").first?.slot.start == "2026-03-28T07:00:00Z")
        #expect(try desk.offers("2026-03-29", at: "2026-03-20T08:00:00Z").first?.slot.start == "2026-03-29T06:00:00Z")
    }

    @Test func `an hour that opens within the gap opens when the clocks have skipped it`() throws {
        var practice = Practice(doctors: ["A"], chairs: 1)
        practice.open = "02:30-06:00"
        let offers = try Desk(practice).offers("2026-03-29", at: "2026-03-20T08:00:00Z")
        #expect(offers.first?.slot.start == "2026-03-29T01:00:00Z")
        #expect(offers.last?.slot.end == "2026-03-29T04:00:00Z")
    }
}
