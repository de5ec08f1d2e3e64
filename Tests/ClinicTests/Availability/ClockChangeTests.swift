import Clinic
import EventSourcing
import Identifiers
import SQL
import Testing

/// A clinic with one doctor and one chair that is open day and night, so that clocks change in its opening hours.
private func nightDesk(_ zone: String) throws -> Desk {
    var practice = Practice(zone: zone, doctors: ["A"], chairs: 1)
    practice.open = "00:00-24:00"
    return try Desk(practice)
}

@Suite struct ClockChangeTests {
    @Test(
        arguments: [
            // The clocks skip from 2:00 to 3:00.
            ("Europe/Berlin", "2026-03-29", "2026-03-20T08:00:00Z", 92, "2026-03-29T00:45:00Z", "2026-03-29T01:00:00Z"),
            (
                "America/New_York", "2026-03-08", "2026-03-01T08:00:00Z", 92, "2026-03-08T06:45:00Z",
                "2026-03-08T07:00:00Z"
            ),
            // The clocks skip half an hour, from 2:00 to 2:30.
            (
                "Australia/Lord_Howe", "2026-10-04", "2026-09-28T08:00:00Z", 94, "2026-10-03T15:15:00Z",
                "2026-10-03T15:30:00Z"
            ),
        ] as [(String, CivilDate, Instant, Int, Instant, Instant)])
    func `no start time is offered in the local time that daylight saving skips, and all other times are offered`(
        zone: String, date: CivilDate, now: Instant, expected: Int, before: Instant, after: Instant
    ) throws {
        let offers = try nightDesk(zone).offers(date, at: now)
        let starts = offers.map(\.slot.start)
        // The last quarter of an hour of the day is too short for an appointment of thirty minutes.
        #expect(starts.count == expected - 1)
        #expect(Set(starts).count == starts.count)
        let index = try #require(starts.firstIndex(of: before))
        #expect(starts[index + 1] == after)
        #expect(offers.allSatisfy { $0.slot.minutes == 30 })
    }

    @Test(
        arguments: [
            // The clocks go back an hour: in Berlin from 3:00 to 2:00, in New York from 2:00 to 1:00.
            ("Europe/Berlin", "2026-10-25", "2026-10-20T08:00:00Z", 100, "2026-10-25T00:45:00Z"),
            ("America/New_York", "2026-11-01", "2026-10-25T08:00:00Z", 100, "2026-11-01T05:45:00Z"),
            // The clocks go back half an hour, from 2:00 to 1:30.
            ("Australia/Lord_Howe", "2026-04-05", "2026-03-28T08:00:00Z", 98, "2026-04-04T14:45:00Z"),
            // The clocks go back from midnight to 23:00, so the last hour of the day occurs twice.
            ("Asia/Beirut", "2026-10-24", "2026-10-20T08:00:00Z", 100, "2026-10-24T20:45:00Z"),
            // The clocks go back from 1:00 to midnight, so the first hour of the day occurs twice.
            ("America/Havana", "2026-11-01", "2026-10-25T08:00:00Z", 100, "2026-11-01T04:45:00Z"),
        ] as [(String, CivilDate, Instant, Int, Instant)])
    func `if the clocks are set back, start times in both occurrences of the repeated local time are offered in order`(
        zone: String, date: CivilDate, now: Instant, quarters: Int, lastBeforeTheChange: Instant
    ) throws {
        let starts = try nightDesk(zone).offers(date, at: now).map(\.slot.start)
        // The last quarter of an hour of the day is too short for an appointment of thirty minutes.
        #expect(starts.count == quarters - 1)
        let index = try #require(starts.firstIndex(of: lastBeforeTheChange))
        #expect(starts[index + 1] == lastBeforeTheChange.adding(minutes: 15))
    }

    @Test(
        arguments: [
            ("Europe/Berlin", "2026-10-25", 50), ("Europe/Berlin", "2026-03-29", 46),
            ("America/New_York", "2026-11-01", 50), ("America/New_York", "2026-03-08", 46),
            ("Australia/Lord_Howe", "2026-04-05", 49), ("Australia/Lord_Howe", "2026-10-04", 47),
            ("Asia/Beirut", "2026-10-24", 50), ("Asia/Beirut", "2026-03-29", 46),
            ("Europe/Berlin", "2026-06-01", 48),
        ] as [(String, CivilDate, Int)])
    func `a clinic open all day offers every half-hour on a day with a daylight saving change`(
        zone: String, date: CivilDate, halfHours: Int
    ) throws {
        var practice = Practice(zone: zone, doctors: ["A"], chairs: 1)
        practice.open = "00:00-24:00"
        practice.rules = standardRules(offerMinutes: 30)
        let day = try ClinicZone.named(zone).bounds(of: date)
        let starts = try Desk(practice).offers(date, at: day.lowerBound.adding(days: -7)).map(\.slot.start)
        #expect(starts == (0..<Int64(halfHours)).map { day.lowerBound.adding(minutes: $0 * 30) })
        #expect(starts.last?.adding(minutes: 30) == day.upperBound)
    }

    @Test func `staff can book a time that began two minutes ago, in either occurrence of a repeated hour`()
        throws
    {
        var desk = try nightDesk("Europe/Berlin")
        let first: Instant = "2026-10-25T00:35:00Z"
        let second: Instant = "2026-10-25T01:35:00Z"
        try desk.book(first, patient: 1, by: .staff, at: "2026-10-25T00:37:00Z")
        try desk.book(second, patient: 2, by: .staff, at: "2026-10-25T01:37:00Z")
        #expect(desk.obstacle(second, patient: 3, by: .staff, at: "2026-10-25T01:37:00Z") == .doctorBusy)
    }

    @Test func `after a taken time in the second occurrence of a repeated hour, the first alternative follows at once`()
        throws
    {
        var desk = try nightDesk("Europe/Berlin")
        let now: Instant = "2026-10-20T08:00:00Z"
        let second: Instant = "2026-10-25T01:30:00Z"
        try desk.book(second, patient: 1, at: now)
        let book = BookAppointment(
            999_999, patient: Practice.patient(2), service: Practice.service(1), doctor: Practice.doctor(1), chair: nil,
            start: second, by: .patient)
        guard case .placement(.notFree(.doctorBusy, let offers)) = desk.rejection(book, at: now) else {
            Issue.record("the start is not taken")
            return
        }
        #expect(offers.first?.slot.start == second.adding(minutes: 30))
    }

    /// Zones, each with the year to test, whose clocks change in different ways: by an hour, half an hour or two hours,
    /// at a quarter to the hour, at midnight, an hour before or after midnight, and at a minute past midnight.
    static let zones = [
        ("Europe/Berlin", 2026), ("America/New_York", 2026), ("Australia/Lord_Howe", 2026), ("Asia/Beirut", 2026),
        ("Africa/Cairo", 2026), ("America/Havana", 2026), ("America/Santiago", 2026), ("Africa/Casablanca", 2026),
        ("America/Nuuk", 2026), ("Antarctica/Troll", 2026), ("Pacific/Chatham", 2026), ("Atlantic/Azores", 2026),
        ("America/St_Johns", 2010),
    ]

    @Test(arguments: zones)
    func `around a daylight saving change exactly the offered start times can be booked, and no bookings overlap`(
        zone: String, year: Int
    ) throws {
        let clinicZone = try ClinicZone.named(zone)
        let first = try #require(CivilDate(year: year, month: 1, day: 1)).daysSince1970
        let changes = (first..<(first + 365)).map(CivilDate.init(daysSince1970:)).filter { date in
            let day = clinicZone.bounds(of: date)
            return day.upperBound.seconds(since: day.lowerBound) != 86_400
        }
        #expect(changes.count >= 2)
        var generator = Seeded(UInt64(year))
        for change in changes {
            var desk = try nightDesk(zone)
            let now = clinicZone.bounds(of: change).lowerBound.adding(days: -5)
            let days = [change.adding(days: -1), change, change.adding(days: 1)]
            let first = clinicZone.bounds(of: days[0]).lowerBound
            let quarters = clinicZone.bounds(of: days[2]).upperBound.seconds(since: first) / 900
            let booked = try (1...3 as ClosedRange<UInt64>).map { patient in
                let offers = try desk.offers(days[0], to: days[2], at: now)
                let start = try #require(offers.randomElement(using: &generator)).slot.start
                return try desk.book(start, patient: patient, at: now)
            }
            // The appointments' times are compared in the state that decisions read and in the read model that lists
            // show.
            let taken = booked.compactMap { desk.course($0)?.visit.place }.sorted { $0.slot.start < $1.slot.start }
                .map(\.slot)
            #expect(taken.count == 3)
            for id in booked {
                let place = try #require(desk.course(id)?.visit.place)
                let listed = try #require(desk.given.row(Appointments.self, DocumentKey(id)))
                #expect(listed.columns.contains(place.date.bind) && listed.columns.contains(place.slot.start.bind))
                #expect(clinicZone.bounds(of: place.date).contains(place.slot.start))
            }
            #expect(zip(taken, taken.dropFirst()).allSatisfy { $0.end <= $1.start })
            let offered = try desk.offers(days[0], to: days[2], at: now).map(\.slot.start)
            #expect(zip(offered, offered.dropFirst()).allSatisfy { $0 < $1 })
            let bookable = (0..<quarters).map { first.adding(minutes: $0 * 15) }
                .filter { desk.obstacle($0, doctor: 1, at: now) == nil }
            #expect(offered.filter { !bookable.contains($0) } == [], "\(zone) \(change): offered, not bookable")
            #expect(bookable.filter { !offered.contains($0) } == [], "\(zone) \(change): bookable, not offered")
        }
    }

    @Test(arguments: zones)
    func `each quarter of an hour of a year belongs to exactly one day, and the days have no gap between them`(
        zone: String, year: Int
    ) throws {
        let clinicZone = try ClinicZone.named(zone)
        var date = try #require(CivilDate(year: year, month: 1, day: 1))
        while date.year == year {
            let day = clinicZone.bounds(of: date)
            #expect(clinicZone.bounds(of: date.adding(days: 1)).lowerBound == day.upperBound)
            var instant = day.lowerBound
            while instant < day.upperBound {
                guard clinicZone.date(of: instant) == date else {
                    Issue.record("\(zone): \(instant) is not of \(date)")
                    return
                }
                instant = instant.adding(minutes: 15)
            }
            date = date.adding(days: 1)
        }
    }

    @Test func `opening hours are the same local times before and after a daylight saving change`() throws {
        let desk = try Desk(Practice(doctors: ["A"], chairs: 1))
        // In Berlin, 8:00 is 7:00Z in winter and 6:00Z in summer.
        #expect(try desk.offers("2026-03-28", at: "2026-03-20T08:00:00Z").first?.slot.start == "2026-03-28T07:00:00Z")
        #expect(try desk.offers("2026-03-29", at: "2026-03-20T08:00:00Z").first?.slot.start == "2026-03-29T06:00:00Z")
    }

    @Test func `opening hours that would begin in the hour skipped by daylight saving begin right after it`() throws {
        var practice = Practice(doctors: ["A"], chairs: 1)
        practice.open = "02:30-06:00"
        let offers = try Desk(practice).offers("2026-03-29", at: "2026-03-20T08:00:00Z")
        #expect(offers.first?.slot.start == "2026-03-29T01:00:00Z")
        #expect(offers.last?.slot.end == "2026-03-29T04:00:00Z")
    }
}
