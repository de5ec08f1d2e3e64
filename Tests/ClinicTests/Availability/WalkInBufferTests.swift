import Clinic
import EventSourcing
import Identifiers
import Testing

@Suite struct WalkInBufferTests {
    private static let friday: Instant = "2026-11-20T08:00:00Z"
    private static let now: Instant = "2026-11-23T08:15:00Z"
    private static let id: ID<Appointment> = 0xff

    /// A practice with one chair, in which the second doctor treats the second patient until 8:15 UTC. The first
    /// service, with the first doctor, has buffers of 10 minutes before and 20 after. The second service has none, and
    /// the third has 10 minutes after.
    private func desk(before service: UInt64) throws -> Desk {
        var practice = Practice(chairs: 1, services: [30, 15, 15])
        practice.buffers = [
            1: ChairBuffers(minutesBefore: 10, minutesAfter: 20), 3: ChairBuffers(minutesBefore: 0, minutesAfter: 10),
        ]
        var desk = try Desk(practice)
        try desk.book("2026-11-23T08:00:00Z", patient: 2, doctor: 2, service: service, by: .staff, at: Self.friday)
        return desk
    }

    private func walkIn() -> BookAppointment {
        BookAppointment(
            Self.id, patient: Practice.patient(1), request: VisitRequest(Practice.service(1)),
            doctor: Practice.doctor(1), start: nil, by: .staff)
    }

    @Test func `a walk-in begins without the buffer before its visit, and keeps the chair for the buffer after it`()
        throws
    {
        var desk = try desk(before: 2)
        try desk.run(walkIn(), at: Self.now.adding(minutes: 2))
        let place = try #require(desk.course(Self.id)?.visit.place)
        #expect(place.chairSlot == Slot(start: Self.now, end: "2026-11-23T09:05:00Z"))
        #expect(place.buffers == ChairBuffers(minutesBefore: 0, minutesAfter: 20))
        #expect(
            desk.obstacle("2026-11-23T09:00:00Z", patient: 2, doctor: 2, service: 2, by: .staff, at: Self.now)
                == .noChair)
    }

    @Test func `a walk-in is refused during the buffer after the visit that was in the chair before`() throws {
        let desk = try desk(before: 3)
        guard case .placement(.notFree(.noChair, _)) = desk.rejection(walkIn(), at: Self.now) else {
            Issue.record("the chair that is being cleaned was taken")
            return
        }
        #expect(desk.rejection(walkIn(), at: Self.now.adding(minutes: 10)) == nil)
    }

    @Test func `a visit that begins soon is refused if its chair is taken in the buffer before the visit`() throws {
        let desk = try desk(before: 2)
        #expect(desk.obstacle("2026-11-23T08:20:00Z", by: .staff, at: Self.now) == .noChair)
        #expect(desk.obstacle("2026-11-23T08:25:00Z", by: .staff, at: Self.now) == nil)
    }

    @Test func `staff are offered exactly the times that staff can book, also times that begin now`() throws {
        var practice = Practice(chairs: 1, services: [30, 15])
        practice.rules = standardRules(offerMinutes: 5)
        practice.buffers = [1: ChairBuffers(minutesBefore: 10, minutesAfter: 20)]
        var desk = try Desk(practice)
        try desk.book("2026-11-23T08:00:00Z", patient: 2, doctor: 2, service: 2, by: .staff, at: Self.friday)
        for minutes in [0, 2, 4] as [Int64] {
            let now = Self.now.adding(minutes: minutes)
            let offered = try desk.offers("2026-11-23", doctor: 1, by: .staff, at: now).map(\.slot.start)
            let first = (-2...10).map { Self.now.adding(minutes: $0 * 5) }
            let bookable = first.filter { desk.obstacle($0, by: .staff, at: now) == nil }
            #expect(bookable.first == Self.now)
            #expect(offered.filter(first.contains) == bookable)
        }
    }
}
