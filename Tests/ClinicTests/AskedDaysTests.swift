import Clinic
import Endpoints
import EventSourcing
import Testing

/// Tests the reading of the days of a query, from its parameters `from` and `to`.
struct AskedDaysTests {
    private let first = CivilDate(daysSince1970: 20_000)

    @Test func `a query may ask for the permitted number of days, and not for one day more`() throws {
        let days = try ClosedRange<CivilDate>.asked(from: first, to: first.adding(days: 30), atMost: 31)
        #expect(days == first...first.adding(days: 30))
        #expect(throws: Problem.self) {
            try ClosedRange<CivilDate>.asked(from: first, to: first.adding(days: 31), atMost: 31)
        }
    }

    @Test func `a query whose last day comes before its first day is malformed`() {
        #expect(throws: Problem.self) {
            try ClosedRange<CivilDate>.asked(from: first, to: first.adding(days: -1), atMost: 31)
        }
        #expect(throws: Never.self) { try ClosedRange<CivilDate>.asked(from: first, to: first, atMost: 31) }
    }
}
