import Clinic
import EventSourcing
import Testing

@Suite struct LocalTimeTests {
    @Test(arguments: ["9:00", "09:60", "24:01", "25:00", "09.00", "09:00:00", "", "०९:००", "-1:00", "09:0 "])
    func `a malformed or out-of-range local time is refused`(text: String) {
        #expect(LocalTime(text) == nil)
    }

    @Test func `every minute of a day is formatted and parsed as the same time`() throws {
        for minutes in 0...1440 {
            let time = try #require(LocalTime(minutes: minutes))
            #expect(LocalTime(time.text) == time)
        }
        #expect(LocalTime.endOfDay.text == "24:00")
    }

    @Test func `24:00 of a day and 00:00 of the next day are the same local date and time`() throws {
        let end = LocalDateTime("2026-12-31", .endOfDay)
        #expect(end.text == "2027-01-01T00:00")
        #expect(LocalDateTime("2026-12-31T24:00") == end)
    }

    @Test func `a time interval must end after it starts, and two intervals intersect in their common time`() throws {
        #expect(LocalInterval("09:00", "09:00") == nil)
        #expect(LocalInterval("10:00", "09:00") == nil)
        let morning = try #require(LocalInterval("09:00", "12:00"))
        let noon = try #require(LocalInterval("11:00", "13:00"))
        #expect(morning.intersection(noon) == LocalInterval("11:00", "12:00"))
    }

    @Test func `a time interval contains every interval that neither begins before it nor ends after it`() throws {
        let morning = try #require(LocalInterval("09:00", "12:00"))
        #expect(morning.contains(morning))
        #expect(try morning.contains(#require(LocalInterval("09:30", "12:00"))))
        #expect(try !morning.contains(#require(LocalInterval("11:00", "12:01"))))
        #expect(try !morning.contains(#require(LocalInterval("08:59", "11:00"))))
    }

    @Test
    func `dates and instants outside the range that can be formatted are changed to the nearest one in the range`() {
        #expect("\(CivilDate(daysSince1970: .max))" == "9999-12-31")
        #expect("\(CivilDate(daysSince1970: .min))" == "0000-01-01")
        #expect("\(Instant(secondsSince1970: .max))" == "9999-12-31T23:59:59Z")
        #expect("\(Instant(secondsSince1970: .min))" == "0001-01-01T00:00:00Z")
    }

    @Test func `an instant is parsed with its offset from UTC`() {
        #expect(Instant(rfc3339: "2026-11-23T09:00:00+01:00") == "2026-11-23T08:00:00Z")
        #expect(Instant(rfc3339: "2026-11-23T09:00:00-09:30") == "2026-11-23T18:30:00Z")
    }

    @Test func `a slot must end after it starts`() {
        let nine: Instant = "2026-11-23T08:00:00Z"
        #expect(Slot(start: nine, end: nine) == nil)
        #expect(Slot(start: nine, end: nine.adding(seconds: -1)) == nil)
        #expect(Slot(start: nine, end: nine.adding(seconds: 1)) != nil)
    }

    @Test func `every fourth year has a leap day, except century years that are not divisible by 400`() {
        #expect(
            [1900, 2000, 2024, 2025, 2100].map { CivilDate(year: $0, month: 2, day: 29) != nil } == [
                false, true, true, false, false,
            ])
    }
}
