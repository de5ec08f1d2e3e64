import Clinic
import EventSourcing
import Identifiers
import Testing

@Suite struct SpecialHoursTests {
    private static let noon: Instant = "2026-11-20T11:00:00Z"

    private func hours(
        _ number: UInt64, _ first: CivilDate, to last: CivilDate? = nil, _ effect: HoursEffect = .other,
        weekdays: [Int]? = nil, every weeks: Int = 1, shifts: (LocalTime, LocalTime)...
    ) throws -> SpecialHours {
        let days = try #require(DateRange(first, last ?? first))
        return try #require(
            SpecialHours(
                id: ID(integerLiteral: number), days: days, weekdays: weekdays, everyWeeks: weeks, effect: effect,
                shifts: shifts.map { Shift($0.0, $0.1) }))
    }

    /// Whether special hours with the given effect and shifts are valid.
    private func canExist(_ effect: HoursEffect, _ shifts: (LocalTime, LocalTime)...) throws -> Bool {
        let days = try #require(DateRange("2026-11-23", "2026-11-23"))
        return SpecialHours(id: 1, days: days, effect: effect, shifts: shifts.map { Shift($0.0, $0.1) }) != nil
    }

    private func windows(_ desk: Desk, _ date: CivilDate) -> [String] {
        desk.given.state(.settings).openWindows(on: date).map { "\($0.start)-\($0.end)" }
    }

    private func doctorWindows(_ desk: Desk, _ date: CivilDate) throws -> [String] {
        let settings = desk.given.state(Subject<ClinicSettings>.settings)
        let doctor = try #require(settings.staff[Practice.doctor(1)])
        return settings.workingWindows(of: doctor, on: date).map { "\($0.start)-\($0.end)" }
    }

    @Test func `special hours replace, extend or end the hours of their own dates, and change no other dates`() throws {
        var desk = try Desk()
        try desk.run(
            AddSpecialHours(hours(1, "2026-11-23", shifts: ("10:00", "12:00"), ("14:00", "15:00"))), at: Self.noon)
        try desk.run(AddSpecialHours(hours(2, "2026-11-24", .extra, shifts: ("18:00", "20:00"))), at: Self.noon)
        try desk.run(AddSpecialHours(hours(3, "2026-11-25", .closed)), at: Self.noon)
        #expect(windows(desk, "2026-11-23") == ["10:00-12:00", "14:00-15:00"])
        #expect(windows(desk, "2026-11-24") == ["08:00-12:00", "13:00-20:00"])
        #expect(windows(desk, "2026-11-25") == [])
        #expect(windows(desk, "2026-11-26") == ["08:00-12:00", "13:00-18:00"])
        try desk.run(RemoveSpecialHours(1), at: Self.noon)
        #expect(windows(desk, "2026-11-23") == ["08:00-12:00", "13:00-18:00"])
        #expect(desk.rejection(RemoveSpecialHours(1), at: Self.noon) == .noSuchHours)
    }

    @Test func `a shift that ends after midnight makes the beginning of the next day bookable`() throws {
        var desk = try Desk()
        try desk.run(AddSpecialHours(hours(1, "2026-11-23", shifts: ("20:00", "02:00"))), at: Self.noon)
        #expect(windows(desk, "2026-11-23") == ["20:00-24:00"])
        #expect(windows(desk, "2026-11-24") == ["00:00-02:00", "08:00-12:00", "13:00-18:00"])
        let night = try desk.offers("2026-11-24", at: Self.noon).map(\.slot.start)
        #expect(night.first == "2026-11-23T23:00:00Z")
    }

    @Test func `a closure closes its days also for a shift that began the day before`() throws {
        var desk = try Desk()
        try desk.run(AddSpecialHours(hours(1, "2026-11-23", shifts: ("20:00", "02:00"))), at: Self.noon)
        let days = try #require(DateRange("2026-11-24", "2026-11-24"))
        try desk.run(AddClosure(Closure(id: 1, days: days, reason: "Holiday")), at: Self.noon)
        #expect(windows(desk, "2026-11-23") == ["20:00-24:00"])
        #expect(windows(desk, "2026-11-24") == [])
    }

    @Test func `special hours of every second week apply in the first week and then in every other week`() throws {
        var desk = try Desk()
        let saturdays = try hours(
            1, "2026-11-25", to: "2027-03-01", .other, weekdays: [3, 6], every: 2, shifts: ("09:00", "10:00"))
        try desk.run(AddSpecialHours(saturdays), at: Self.noon)
        let special = (0..<60).map { ("2026-11-23" as CivilDate).adding(days: $0) }
            .filter { windows(desk, $0) == ["09:00-10:00"] }
        #expect(
            special == [
                "2026-11-25", "2026-11-28", "2026-12-09", "2026-12-12", "2026-12-23", "2026-12-26", "2027-01-06",
                "2027-01-09", "2027-01-20",
            ])
    }

    @Test func `a doctor's special hours count only while the clinic is open`() throws {
        var desk = try Desk()
        try desk.run(
            AddStaffHours(Practice.doctor(1), hours(1, "2026-11-23", shifts: ("07:00", "09:00"), ("17:00", "23:00"))),
            at: Self.noon)
        try desk.run(AddStaffHours(Practice.doctor(1), hours(2, "2026-11-24", .closed)), at: Self.noon)
        #expect(try doctorWindows(desk, "2026-11-23") == ["08:00-09:00", "17:00-18:00"])
        #expect(try doctorWindows(desk, "2026-11-24") == [])
        #expect(try doctorWindows(desk, "2026-11-25") == ["08:00-12:00", "13:00-18:00"])
        try desk.run(RemoveStaffHours(Practice.doctor(1), 2), at: Self.noon)
        #expect(try doctorWindows(desk, "2026-11-24") == ["08:00-12:00", "13:00-18:00"])
    }

    @Test func `special hours are invalid if shifts overlap, closed days have shifts, or open days have none`() throws {
        #expect(try canExist(.other, ("10:00", "12:00"), ("12:00", "13:00")))
        #expect(try !canExist(.other, ("10:00", "12:00"), ("11:00", "13:00")))
        #expect(try canExist(.other, ("20:00", "02:00")))
        #expect(try !canExist(.other, ("20:00", "02:00"), ("22:00", "23:00")))
        #expect(try canExist(.closed))
        #expect(try !canExist(.closed, ("10:00", "12:00")))
        #expect(try !canExist(.extra))
    }

    @Test func `a time that special hours open can be booked, and a time that special hours close cannot be booked`()
        throws
    {
        var desk = try Desk()
        try desk.run(AddSpecialHours(hours(1, "2026-11-23", shifts: ("19:00", "20:00"))), at: Self.noon)
        #expect(desk.obstacle("2026-11-23T08:00:00Z", at: Self.noon) == .outsideHours)
        #expect(desk.obstacle("2026-11-23T18:00:00Z", at: Self.noon) == nil)
    }

    @Test func `the clinic's document shows special hours only if the clinic has some`() throws {
        var desk = try Desk()
        #expect(desk.given.document(ClinicProfiles.self, ClinicProfiles.key)?.contains("special_hours") == false)
        try desk.run(AddSpecialHours(hours(1, "2026-11-25", .closed)), at: Self.noon)
        #expect(desk.given.document(ClinicProfiles.self, ClinicProfiles.key)?.contains("special_hours") == true)
        try desk.run(RemoveSpecialHours(1), at: Self.noon)
        #expect(desk.given.document(ClinicProfiles.self, ClinicProfiles.key)?.contains("special_hours") == false)
    }
}
