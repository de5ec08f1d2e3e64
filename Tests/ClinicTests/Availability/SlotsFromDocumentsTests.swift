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
        var practice = Practice(
            doctors: ["A", "B", "C"], chairs: Int.random(in: 1...3, using: &generator), patients: 6,
            services: [30, 45, 90])
        if seed.isMultiple(of: 2) {
            practice.segments = [
                1: ([VisitSegment(.hygienist, minutes: 20), VisitSegment(.doctor, minutes: 10)], [2, 3]),
                3: ([VisitSegment(.doctor, minutes: 30), VisitSegment(.hygienist, minutes: 60)], [1, 2]),
            ]
        }
        var desk = try Desk(practice)
        try addHours(&desk, using: &generator)
        try addBlocks(&desk, using: &generator)
        try desk.fill(days: 3, bookings: 40, using: &generator, at: Self.now)
        let documents = try Documents(desk)
        for service in 1...3 as ClosedRange<UInt64> {
            let minutes = practice.services[Int(service) - 1]
            let (parts, hygienists) =
                practice.segments[service] ?? ([VisitSegment(.doctor, minutes: minutes)], [])
            for date in Self.days {
                let offered = Set(try desk.offers(date, service: service, at: Self.now).map(Start.init))
                var expected: Set<Start> = []
                for doctor in 1...3 as ClosedRange<UInt64> {
                    for start in documents.starts(date, doctor, parts, with: hygienists) {
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

    /// The starts on quarters of an hour from which the doctor and, if the visit needs one, another hygienist work and are
    /// free in their parts, and a chair is free all the time.
    func starts(
        _ date: CivilDate, _ number: UInt64, _ parts: [VisitSegment], with hygienists: [UInt64]
    ) -> [Instant] {
        let midnight = zone.bounds(of: date).lowerBound
        let length = parts.reduce(0) { $0 + $1.minutes }
        func instants(_ from: Int, _ to: Int) -> Range<Instant> {
            midnight.adding(minutes: Int64(from))..<midnight.adding(minutes: Int64(to))
        }
        func treats(_ number: UInt64, as provider: Provider, from start: Int) -> Bool {
            var from = start
            return parts.allSatisfy { part in
                let to = from + part.minutes
                defer { from = to }
                let member = Practice.doctor(number)
                return part.provider != provider
                    || stride(from: from, to: to, by: 5).allSatisfy { isWorking(member, date, $0) }
                        && isFree("doctor_ids", member.text, instants(from, to))
            }
        }
        return stride(from: 0, through: 1440 - length, by: 15).compactMap { start in
            let slot = instants(start, start + length)
            guard treats(number, as: .doctor, from: start),
                hygienists.isEmpty
                    || hygienists.contains(where: { $0 != number && treats($0, as: .hygienist, from: start) }),
                chairs.contains(where: { isFree("chair_ids", $0, slot) })
            else { return nil }
            return slot.lowerBound
        }
    }

    private func isFree(_ owners: String, _ id: String, _ slot: Range<Instant>) -> Bool {
        let isTaken = appointments.contains { times($0, of: id).contains { $0.overlaps(slot) } }
        let isBlocked = blocks.contains { block in
            block[owners]?.elements?.contains { $0.string == id } == true && times(block).overlaps(slot)
        }
        return !isTaken && !isBlocked
    }

    private func times(_ document: JSONValue) -> Range<Instant> {
        guard let start = document["start"]?.string.flatMap({ Instant(rfc3339: $0) }),
            let end = document["end"]?.string.flatMap({ Instant(rfc3339: $0) })
        else {
            Issue.record("a document has no times")
            return Self.never..<Self.never
        }
        return start..<end
    }

    private static let never: Instant = "2026-01-01T00:00:00Z"

    /// The times in which an appointment takes a chair or a member of staff.
    private func times(_ document: JSONValue, of id: String) -> [Range<Instant>] {
        let all = times(document)
        if document["chair_id"]?.string == id { return [all] }
        guard let parts = document["segments"]?.elements else {
            return document["doctor_id"]?.string == id ? [all] : []
        }
        var from = all.lowerBound
        return parts.compactMap { part in
            let to = from.adding(minutes: part["minutes"]?.integer ?? 0)
            defer { from = to }
            return document["\(part["provider"]?.string ?? "")_id"]?.string == id ? from..<to : nil
        }
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
