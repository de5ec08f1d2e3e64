import Clinic
import EventSourcing
import Identifiers
import Testing

/// Compares free times with the documents that the staff see: hours, special hours, blocks and appointments.
@Suite struct SlotsFromDocumentsTests {
    private static let now: Instant = "2026-11-20T10:00:00Z"
    /// The days of the test, on which no clock changes.
    private static let days: [CivilDate] = ["2026-11-23", "2026-11-24", "2026-11-25"]

    @Test(arguments: 1...6)
    func `the offered times are exactly the free times in the documents of hours, blocks and appointments`(
        seed: UInt64
    ) throws {
        var generator = Seeded(seed)
        var practice = Practice(
            doctors: ["A", "B", "C"], chairs: Int.random(in: 1...3, using: &generator), patients: 6,
            services: [30, 45, 90], buffers: [2: ChairBuffers(minutesBefore: 10, minutesAfter: 15)])
        if seed.isMultiple(of: 2) {
            practice.segments = [
                1: ([VisitSegment(.hygienist, minutes: 20), VisitSegment(.doctor, minutes: 10)], [2, 3]),
                3: ([VisitSegment(.doctor, minutes: 30), VisitSegment(.hygienist, minutes: 60)], [1, 2]),
            ]
        }
        practice.capacities = [2: 3]
        var desk = try Desk(practice)
        try addHours(&desk, using: &generator)
        try addBlocks(&desk, using: &generator)
        try desk.fill(days: 3, bookings: 40, using: &generator, at: Self.now)
        try desk.joinGroups(using: &generator, at: Self.now)
        let documents = try DocumentedClinic(desk)
        for service in 1...3 as ClosedRange<UInt64> {
            for date in Self.days {
                let offered = Set(try desk.offers(date, service: service, at: Self.now).map(Start.init))
                var expected: Set<Start> = []
                for doctor in 1...3 as ClosedRange<UInt64> {
                    let id = Practice.doctor(doctor)
                    let starts = documents.starts(date, id, Practice.service(service), every: 15)
                    for (start, places) in starts {
                        expected.insert(Start(doctor: id, instant: start, placesLeft: places))
                    }
                }
                #expect(offered == expected, "service \(service) on \(date)")
            }
        }
    }

    private struct Start: Hashable {
        let doctor: ID<StaffMember>
        let instant: Instant
        let placesLeft: Int?

        init(doctor: ID<StaffMember>, instant: Instant, placesLeft: Int?) {
            self.doctor = doctor
            self.instant = instant
            self.placesLeft = placesLeft
        }

        init(_ offer: Offer) {
            self.init(doctor: offer.doctor, instant: offer.slot.start, placesLeft: offer.placesLeft)
        }
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
