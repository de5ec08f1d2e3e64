import Clinic
import EventSourcing
import Identifiers
import Testing

/// Compares offered times with a model that looks at every booked visit for every five minutes of the day.
@Suite struct VisitSegmentOfferTests {
    private static let now: Instant = "2026-11-22T10:00:00Z"
    private static let (opens, minutes) = ("2026-11-23T07:00:00Z" as Instant, Int64(600))

    /// The parts of a visit for each service, in minutes from its start. In each part the doctor treats (`true`) or the
    /// hygienist (`false`).
    private static let plan: [UInt64: [(isDoctor: Bool, from: Int64, to: Int64)]] = [
        1: [(false, 0, 40), (true, 40, 60)], 2: [(true, 0, 45)], 3: [(true, 0, 10), (false, 10, 60), (true, 60, 90)],
    ]
    private static let hygienists: [UInt64: [UInt64]] = [1: [3, 4], 3: [2, 4]]
    private static let bufferAfter: [UInt64: Int64] = [1: 10, 2: 0, 3: 0]

    private func practice() -> Practice {
        var practice = Practice(
            doctors: ["A", "B", "C", "D"], chairs: 3, patients: 6, services: [60, 45, 90])
        practice.open = "08:00-18:00"
        practice.rules = standardRules(offerMinutes: 5)
        practice.buffers = [1: ChairBuffers(minutesBefore: 0, minutesAfter: 10)]
        for (service, hygienists) in Self.hygienists {
            let parts = Self.plan[service, default: []].map { part in
                VisitSegment(part.isDoctor ? .doctor : .hygienist, minutes: Int(part.to - part.from))
            }
            practice.segments[service] = (parts, hygienists)
        }
        return practice
    }

    /// A period in which a doctor, a hygienist or a chair is taken, in minutes after the clinic opens.
    private struct Taken {
        let by: UUIDBytes
        let from: Int64
        let to: Int64
    }

    private func taken(_ visits: [Visit]) throws -> [Taken] {
        try visits.flatMap { visit -> [Taken] in
            let service = try #require((1...3).first { Practice.service($0) == visit.service })
            let start = visit.place.slot.start.seconds(since: Self.opens) / 60
            let plan = try #require(Self.plan[service])
            let end = start + (plan.last?.to ?? 0) + (Self.bufferAfter[service] ?? 0)
            return try plan.map { part in
                let hygienist = visit.place.segments?.hygienist
                let treats = part.isDoctor ? visit.place.doctor : try #require(hygienist)
                return Taken(by: treats.uuid, from: start + part.from, to: start + part.to)
            } + [Taken(by: visit.place.chair.uuid, from: start, to: end)]
        }
    }

    @Test(arguments: 1...4)
    func `times are offered at which doctor and hygienist are free in their segments, and a chair the whole time`(
        seed: UInt64
    ) throws {
        var generator = Seeded(seed)
        var desk = try Desk(practice())
        try desk.fill(days: 1, bookings: 14, using: &generator, at: Self.now)
        let visits = desk.given.feed.compactMap { recorded in
            if case .appointment(.booked(let booked)) = recorded.event { booked.visit } else { nil }
        }
        #expect(visits.contains { $0.place.segments != nil })
        let taken = try taken(visits)
        func isFree(_ who: UUIDBytes, _ from: Int64, _ to: Int64) -> Bool {
            !taken.contains { $0.by == who && $0.from < to && from < $0.to }
        }
        for service in 1...3 as ClosedRange<UInt64> {
            let plan = try #require(Self.plan[service])
            let length = plan.last?.to ?? 0
            for doctor in 1...4 as ClosedRange<UInt64> {
                func treats(_ isDoctor: Bool, _ number: UInt64, _ start: Int64) -> Bool {
                    plan.filter { $0.isDoctor == isDoctor }.allSatisfy {
                        isFree(Practice.doctor(number).uuid, start + $0.from, start + $0.to)
                    }
                }
                var expected: [Instant] = []
                for start in stride(from: 0, through: Self.minutes - length, by: 5) {
                    let hygienists = Self.hygienists[service]?.filter { $0 != doctor }
                    let hasHygienist = hygienists?.contains { treats(false, $0, start) } ?? true
                    let hasChair = (1...3 as ClosedRange<UInt64>).contains { chair in
                        isFree(Practice.chair(chair).uuid, start, start + length + (Self.bufferAfter[service] ?? 0))
                    }
                    if treats(true, doctor, start), hasHygienist, hasChair {
                        expected.append(Self.opens.adding(minutes: start))
                    }
                }
                let offered = try desk.offers(
                    "2026-11-23", doctor: doctor, service: service, by: .staff, at: Self.now)
                #expect(offered.map(\.slot.start) == expected, "service \(service) doctor \(doctor)")
                for start in [Self.opens] + expected.suffix(1) {
                    let obstacle = desk.obstacle(
                        start, patient: 6, doctor: doctor, service: service, by: .staff, at: Self.now)
                    let isFreePatient = !visits.contains {
                        $0.patient == Practice.patient(6) && $0.place.slot.start < start.adding(minutes: length)
                            && start < $0.place.slot.end
                    }
                    if isFreePatient { #expect((obstacle == nil) == expected.contains(start)) }
                }
            }
        }
    }
}
