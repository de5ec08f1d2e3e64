import Clinic
import EventSourcing
import Identifiers
import JSON
import Testing

/// Compares free times with the documents that the staff see: hours, special hours, blocks and appointments.
@Suite struct SlotsFromDocumentsTests {
    private static let now: Instant = "2026-11-20T10:00:00Z"
    /// The days of the test, on which no clock changes.
    private static let days: [CivilDate] = ["2026-11-23", "2026-11-24", "2026-11-25"]

    @Test(arguments: 1...6)
    func `free times are exactly those that the documents of hours, blocks and appointments leave`(
        seed: UInt64
    ) throws {
        var generator = Seeded(seed)
        var desk = try Desk(
            Practice(
                doctors: ["A", "B", "C"], chairs: Int.random(in: 1...3, using: &generator), patients: 6,
                services: [30, 45, 90]))
        try addHours(&desk, using: &generator)
        try addBlocks(&desk, using: &generator)
        try desk.fill(days: 3, bookings: 40, using: &generator, at: Self.now)
        let documents = try Documents(desk)
        for service in 1...3 as ClosedRange<UInt64> {
            let minutes = [30, 45, 90][Int(service) - 1]
            for date in Self.days {
                let offered = Set(try desk.offers(date, service: service, at: Self.now).map(Start.init))
                var expected: Set<Start> = []
                for doctor in 1...3 as ClosedRange<UInt64> {
                    for start in documents.starts(date, doctor, minutes: minutes) {
                        expected.insert(Start(doctor: Practice.doctor(doctor), instant: start))
                    }
                }
                #expect(offered == expected, "service \(service) on \(date)")
            }
        }
    }

    private struct Start: Hashable {
        let doctor: ID<StaffMember>
        let instant: Instant

        init(doctor: ID<StaffMember>, instant: Instant) {
            self.doctor = doctor
            self.instant = instant
        }

        init(_ offer: Offer) { self.init(doctor: offer.doctor, instant: offer.slot.start) }
    }

    private func addHours(_ desk: inout Desk, using generator: inout Seeded) throws {
        for number in 1...3 as ClosedRange<UInt64> {
            let first = Self.days.randomElement(using: &generator) ?? Self.days[0]
            let days = try #require(
                DateRange(first.adding(days: -1), first.adding(days: Int.random(in: 0...1, using: &generator))))
            let effect = HoursEffect.allCases.randomElement(using: &generator) ?? .extra
            let night = Shift(LocalTime(minutes: 22 * 60 + 15 * 3) ?? .midnight, "01:45")
            let hours = try #require(
                SpecialHours(
                    id: ID(integerLiteral: number), days: days, effect: effect,
                    shifts: effect == .closed ? [] : [Shift("06:10", "10:00"), night]))
            if Bool.random(using: &generator) {
                try desk.run(AddSpecialHours(hours), at: Self.now)
            } else {
                try desk.run(AddStaffHours(Practice.doctor(number), hours), at: Self.now)
            }
        }
    }

    private func addBlocks(_ desk: inout Desk, using generator: inout Seeded) throws {
        for number in 1...4 as ClosedRange<UInt64> {
            let date = Self.days.randomElement(using: &generator) ?? Self.days[0]
            let start = 5 * Int.random(in: 80...200, using: &generator)
            let end = start + 5 * Int.random(in: 1...20, using: &generator)
            let isChair = Bool.random(using: &generator)
            let wish = BlockTime.Wish(
                kind: .other, start: LocalDateTime(date, try #require(LocalTime(minutes: start))),
                end: LocalDateTime(date, try #require(LocalTime(minutes: end))),
                doctors: isChair ? [] : [Practice.doctor(.random(in: 1...3, using: &generator))],
                chairs: isChair ? [Practice.chair(1)] : [])
            try desk.run(BlockTime(ID(integerLiteral: number), wish), at: Self.now)
        }
        try desk.run(RemoveBlock(4), at: Self.now)
    }
}

/// The documents of the read models, read as a client reads them.
private struct Documents {
    private let clinic: JSONValue
    private let staff: [ID<StaffMember>: JSONValue]
    private let blocks: [JSONValue]
    private let appointments: [JSONValue]
    private let chairs: [String]
    private let zone: ClinicZone

    init(_ desk: Desk) throws {
        func all<P: Projection>(_ projection: P.Type) throws -> [JSONValue] where P.Event == ClinicEvent {
            let fold = AnyProjection<ClinicEvent>(projection, .inline).begin()
            fold.absorb(desk.given.feed[...])
            return try fold.changedKeys.compactMap { fold.row($0) }.map { try JSONValue(parsing: $0.document) }
        }
        clinic = try #require(try all(ClinicProfiles.self).first)
        blocks = try all(TimeBlocks.self).filter { $0["active"]?.bool == true }
        let taking: Set<String> = ["requested", "booked", "confirmed"]
        appointments = try all(Appointments.self).filter { taking.contains($0["status"]?.string ?? "") }
        chairs = try all(Chairs.self).compactMap { $0["id"]?.string }
        staff = Dictionary(
            uniqueKeysWithValues: try all(StaffMembers.self).compactMap { member in
                ID<StaffMember>(member["id"]?.string ?? "").map { ($0, member) }
            })
        zone = try .named(clinic["time_zone"]?.string ?? "")
    }

    /// The start times, in steps of a quarter of an hour, from which the doctor works for `minutes` and both the doctor
    /// and a chair are free.
    func starts(_ date: CivilDate, _ number: UInt64, minutes: Int) -> [Instant] {
        let doctor = Practice.doctor(number)
        let midnight = zone.bounds(of: date).lowerBound
        return stride(from: 0, through: 1440 - minutes, by: 15).compactMap { start in
            let ticks = stride(from: start, to: start + minutes, by: 5)
            guard ticks.allSatisfy({ isWorking(doctor, date, $0) }) else { return nil }
            let slot = midnight.adding(minutes: Int64(start))..<midnight.adding(minutes: Int64(start + minutes))
            guard isFree("doctor_id", "doctor_ids", doctor.text, slot),
                chairs.contains(where: { isFree("chair_id", "chair_ids", $0, slot) })
            else { return nil }
            return slot.lowerBound
        }
    }

    private func isFree(_ one: String, _ several: String, _ id: String, _ slot: Range<Instant>) -> Bool {
        func overlaps(_ document: JSONValue) -> Bool {
            guard let start = document["start"]?.string.flatMap({ Instant(rfc3339: $0) }),
                let end = document["end"]?.string.flatMap({ Instant(rfc3339: $0) })
            else { return true }
            return start < slot.upperBound && slot.lowerBound < end
        }
        let isTaken = appointments.contains { $0[one]?.string == id && overlaps($0) }
        let isBlocked = blocks.contains { block in
            block[several]?.elements?.contains { $0.string == id } == true && overlaps(block)
        }
        return !isTaken && !isBlocked
    }

    private func isWorking(_ doctor: ID<StaffMember>, _ date: CivilDate, _ minute: Int) -> Bool {
        isIn(clinic["special_hours"], date, minute) { weekly(clinic["opening_hours"], $0, $1) }
            && isIn(staff[doctor]?["special_hours"], date, minute) { _, _ in true }
    }

    /// Whether a minute of a day is within working hours, computed from the weekly hours and the special hours of that
    /// day and the day before.
    private func isIn(
        _ special: JSONValue?, _ date: CivilDate, _ minute: Int, _ weekly: (CivilDate, Int) -> Bool
    ) -> Bool {
        func shifts(_ date: CivilDate, _ minute: Int) -> Bool {
            var isOpen = minute < 1440 && weekly(date, minute)
            for rule in special?.elements ?? [] {
                let (first, last) = (rule["first_day"]?.string ?? "", rule["last_day"]?.string ?? "")
                guard first <= date.iso8601, date.iso8601 <= last else { continue }
                let isInShift = (rule["shifts"]?.elements ?? []).contains { shift in
                    let start = Self.minutes(shift["start"])
                    var end = Self.minutes(shift["end"])
                    if end <= start { end += 1440 }
                    return start <= minute && minute < end
                }
                switch rule["effect"]?.string {
                case "closed": isOpen = false
                case "other": isOpen = isInShift
                default: isOpen = isOpen || isInShift
                }
            }
            return isOpen
        }
        return shifts(date, minute) || shifts(date.adding(days: -1), minute + 1440)
    }

    private func weekly(_ hours: JSONValue?, _ date: CivilDate, _ minute: Int) -> Bool {
        (hours?.elements ?? []).contains { day in
            func within(_ start: JSONValue?, _ end: JSONValue?) -> Bool {
                Self.minutes(start) <= minute && minute < Self.minutes(end)
            }
            let isBreak = (day["breaks"]?.elements ?? []).contains { within($0["start"], $0["end"]) }
            return day["weekday"]?.integer == Int64(date.weekday) && within(day["opens"], day["closes"]) && !isBreak
        }
    }

    private static func minutes(_ time: JSONValue?) -> Int { LocalTime(time?.string ?? "")?.minutes ?? 0 }
}
