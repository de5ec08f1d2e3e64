import Clinic
import EventSourcing
import Testing

@Suite struct LocalTimeTests {
    @Test(arguments: ["9:00", "09:60", "24:01", "25:00", "09.00", "09:00:00", "", "०९:००", "-1:00", "09:0 "])
    func `a malformed or impossible local time is refused`(text: String) {
        #expect(LocalTime(text) == nil)
    }

    @Test func `every minute of a day is written as it is read`() throws {
        for minutes in 0...1440 {
            let time = try #require(LocalTime(minutes: minutes))
            #expect(LocalTime(time.text) == time)
        }
        #expect(LocalTime.endOfDay.text == "24:00")
    }

    @Test func `24:00 of a day is 00:00 of the next day`() throws {
        let end = LocalDateTime("2026-12-31", .endOfDay)
        #expect(end.text == "2027-01-01T00:00")
        #expect(LocalDateTime("2026-12-31T24:00") == end)
    }

    @Test func `an interval ends after it starts`() throws {
        #expect(LocalInterval("09:00", "09:00") == nil)
        #expect(LocalInterval("10:00", "09:00") == nil)
        let morning = try #require(LocalInterval("09:00", "12:00"))
        let noon = try #require(LocalInterval("11:00", "13:00"))
        #expect(morning.intersection(noon) == LocalInterval("11:00", "12:00"))
    }
}
