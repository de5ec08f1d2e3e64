import Clinic
import EventSourcing
import Testing
import TimeZones

@Suite struct ClinicZoneTests {
    @Test(
        arguments: [
            ("Europe/Berlin", "2026-03-29", "02:30"), ("America/New_York", "2026-03-08", "02:30"),
            ("Australia/Lord_Howe", "2026-10-04", "02:15"), ("Africa/Casablanca", "2026-03-22", "02:30"),
        ] as [(String, CivilDate, LocalTime)])
    func `a local time skipped by daylight saving has no instant`(zone: String, date: CivilDate, time: LocalTime) throws
    {
        #expect(try ClinicZone.named(zone).instant(date, time) == nil)
    }

    @Test(
        arguments: [
            ("Europe/Berlin", "2026-10-25", "02:30", "2026-10-25T00:30:00Z"),
            ("America/New_York", "2026-11-01", "01:30", "2026-11-01T05:30:00Z"),
            ("Australia/Lord_Howe", "2026-04-05", "01:45", "2026-04-04T14:45:00Z"),
            ("Africa/Casablanca", "2026-02-15", "02:30", "2026-02-15T01:30:00Z"),
        ] as [(String, CivilDate, LocalTime, Instant)])
    func `a local time that occurs twice is converted to the earlier instant`(
        zone: String, date: CivilDate, time: LocalTime, instant: Instant
    ) throws {
        #expect(try ClinicZone.named(zone).instant(date, time) == instant)
    }

    @Test(
        arguments: [
            ("2026-10-25", "02:30", ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"]),
            ("2026-10-25", "03:00", ["2026-10-25T02:00:00Z"]), ("2026-10-25", "09:00", ["2026-10-25T08:00:00Z"]),
            ("2026-10-24", "09:00", ["2026-10-24T07:00:00Z"]), ("2026-03-29", "02:30", []),
        ] as [(CivilDate, LocalTime, [Instant])])
    func `a local time corresponds to no, one or two instants`(date: CivilDate, time: LocalTime, instants: [Instant])
        throws
    {
        #expect(try ClinicZone.named("Europe/Berlin").instants(LocalDateTime(date, time)) == instants)
    }

    /// In St. John's, clocks went back from 00:01 to 23:01 of the previous day until 2011.
    @Test func `a day whose midnight occurs twice begins at the later midnight`() throws {
        let zone = try ClinicZone.named("America/St_Johns")
        #expect(zone.bounds(of: "2010-11-07").lowerBound == "2010-11-07T03:30:00Z")
        #expect(zone.bounds(of: "2010-11-06").upperBound == "2010-11-07T03:30:00Z")
        #expect(zone.date(of: "2010-11-07T02:30:30Z") == "2010-11-06")
    }

    @Test(
        arguments: [
            ("Europe/Berlin", "2026-11-23", "09:00", "2026-11-23T08:00:00Z"),
            ("Europe/Berlin", "2026-07-01", "09:00", "2026-07-01T07:00:00Z"),
            ("Europe/Berlin", "2026-03-29", "01:59", "2026-03-29T00:59:00Z"),
            ("Europe/Berlin", "2026-03-29", "03:00", "2026-03-29T01:00:00Z"),
            ("Europe/Berlin", "2026-10-25", "03:00", "2026-10-25T02:00:00Z"),
            ("America/New_York", "2026-11-23", "24:00", "2026-11-24T05:00:00Z"),
            ("Australia/Lord_Howe", "2026-07-01", "09:00", "2026-06-30T22:30:00Z"),
            ("Asia/Kathmandu", "2026-07-01", "09:00", "2026-07-01T03:15:00Z"),
            ("Pacific/Kiritimati", "2026-07-01", "00:00", "2026-06-30T10:00:00Z"),
            ("UTC", "1999-12-31", "23:59", "1999-12-31T23:59:00Z"),
        ] as [(String, CivilDate, LocalTime, Instant)])
    func `a local time that is neither skipped nor repeated is one instant`(
        zone: String, date: CivilDate, time: LocalTime, instant: Instant
    ) throws {
        let zone = try ClinicZone.named(zone)
        #expect(zone.instant(date, time) == instant)
        #expect(zone.local(instant) == LocalDateTime(date, time))
    }

    @Test func `a day is an hour shorter when clocks go forward and an hour longer when they go back`() throws {
        let berlin = try ClinicZone.named("Europe/Berlin")
        func hours(_ date: CivilDate) -> Double {
            let bounds = berlin.bounds(of: date)
            return Double(bounds.upperBound.seconds(since: bounds.lowerBound)) / 3600
        }
        #expect(hours("2026-03-29") == 23)
        #expect(hours("2026-10-25") == 25)
        #expect(hours("2026-11-23") == 24)
    }

    @Test func `a day without a midnight begins after the skipped time`() throws {
        let beirut = try ClinicZone.named("Asia/Beirut")
        #expect(beirut.instant("2026-03-29", .midnight) == nil)
        let bounds = beirut.bounds(of: "2026-03-29")
        #expect(bounds.lowerBound == "2026-03-28T22:00:00Z")
        #expect(beirut.local(bounds.lowerBound) == LocalDateTime("2026-03-29", "01:00"))
        #expect(beirut.bounds(of: "2026-03-28").upperBound == bounds.lowerBound)
    }

    @Test func `a day skipped by a move of the date line has no duration`() throws {
        let apia = try ClinicZone.named("Pacific/Apia")
        #expect(apia.bounds(of: "2011-12-30").isEmpty)
        #expect(apia.instant("2011-12-30", "12:00") == nil)
        #expect(apia.bounds(of: "2011-12-29").upperBound == apia.bounds(of: "2011-12-31").lowerBound)
    }

    @Test func `opening hours that would begin at a time skipped by daylight saving begin right after it`() throws {
        let berlin = try ClinicZone.named("Europe/Berlin")
        let early = try #require(LocalInterval("02:30", "04:00"))
        let instants = berlin.instants(of: early, on: "2026-03-29")
        #expect(instants == "2026-03-29T01:00:00Z"..<"2026-03-29T02:00:00Z")
        let within = try #require(LocalInterval("02:00", "03:00"))
        #expect(berlin.instants(of: within, on: "2026-03-29").isEmpty)
    }

    @Test
    func `an instant that is converted to local time and back is the same, or the earlier one of the same local time`()
        throws
    {
        for name in ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Beirut"] {
            let zone = try ClinicZone.named(name)
            var later = 0
            var instant: Instant = "2026-01-01T00:00:00Z"
            while instant < "2028-01-01T00:00:00Z" {
                let local = zone.local(instant)
                // An expectation is recorded only if it fails, since it is checked 350,000 times.
                guard let back = zone.instant(local), back <= instant, zone.local(back) == local else {
                    Issue.record("\(name): \(instant) is \(local), which is not an instant before or at it")
                    return
                }
                if back != instant { later += 1 }
                instant = instant.adding(minutes: 15)
            }
            // Each autumn repeats four quarters of an hour, or two on Lord Howe Island, where clocks change by half an
            // hour. The test covers two autumns.
            #expect(later == (name == "Australia/Lord_Howe" ? 4 : 8), "\(name)")
        }
    }

    @Test(arguments: ["", "CET", "GMT+5", "Europe/Atlantis", "europe/berlin", "../etc/passwd"])
    func `a text that is no area and place in the zone database is refused as a time zone`(name: String) {
        #expect(ZoneName(name).flatMap { ClinicZone($0, in: ZoneSource.system.current) } == nil)
    }
}
