import Clinic
import EventSourcing
import Identifiers
import Testing

@Suite struct ChairBufferTests {
    private static let now: Instant = "2026-11-22T10:00:00Z"
    private static let nine: Instant = "2026-11-23T08:00:00Z"

    /// A practice whose first service has buffers and whose second has none.
    private static func practice(chairs: Int = 1) -> Practice {
        Practice(
            chairs: chairs, services: [30, 15], buffers: [1: ChairBuffers(minutesBefore: 10, minutesAfter: 20)])
    }

    /// The obstacle to a visit of the second patient with the second doctor, for the service without buffers.
    private func obstacle(_ start: Instant, _ desk: Desk, at now: Instant = now) -> Obstacle? {
        desk.obstacle(start, patient: 2, doctor: 2, service: 2, by: .staff, at: now)
    }

    @Test func `in the buffers before and after a visit, its chair is taken and its doctor and patient are free`()
        throws
    {
        var desk = try Desk(Self.practice())
        let id = try desk.book(Self.nine, service: 1, at: Self.now)
        #expect(desk.course(id)?.visit.place.slot.end == "2026-11-23T08:30:00Z")
        #expect(obstacle("2026-11-23T07:40:00Z", desk) == .noChair)
        #expect(obstacle("2026-11-23T08:45:00Z", desk) == .noChair)
        #expect(obstacle("2026-11-23T07:35:00Z", desk) == nil)
        #expect(obstacle("2026-11-23T08:50:00Z", desk) == nil)
        var wide = try Desk(Self.practice(chairs: 2))
        try wide.book(Self.nine, service: 1, at: Self.now)
        #expect(wide.obstacle("2026-11-23T08:30:00Z", service: 2, by: .staff, at: Self.now) == nil)
    }

    @Test func `a hold takes the chair for the service's buffers too`() throws {
        var desk = try Desk(Self.practice())
        try desk.run(
            HoldSlot(
                1, patient: Practice.patient(1), service: Practice.service(1), doctor: Practice.doctor(1),
                start: Self.nine, by: .patient), at: Self.now)
        #expect(obstacle("2026-11-23T08:45:00Z", desk) == .held)
        #expect(obstacle("2026-11-23T08:50:00Z", desk) == nil)
    }

    @Test func `a treatment that ends early is followed by the whole buffer, and the rest of the chair's time is free`()
        throws
    {
        var desk = try Desk(Self.practice())
        let id = try desk.book(Self.nine, service: 1, at: Self.now)
        try desk.advance(.start, id, at: Self.nine)
        #expect(obstacle("2026-11-23T08:30:00Z", desk, at: Self.nine) == .noChair)
        let end: Instant = "2026-11-23T08:10:00Z"
        try desk.advance(.finish, id, at: "2026-11-23T08:08:00Z")
        #expect(desk.course(id)?.visit.place.slot.end == end)
        #expect(obstacle("2026-11-23T08:25:00Z", desk, at: end) == .noChair)
        #expect(obstacle("2026-11-23T08:30:00Z", desk, at: end) == nil)
    }

    @Test func `an override books a visit into another visit's buffer and names that visit`() throws {
        var desk = try Desk(Self.practice())
        let id = try desk.book(Self.nine, service: 1, at: Self.now)
        let wish = OverrideWish(reason: Personal("Pain"), role: .receptionist)
        let events = try desk.run(
            BookAppointment(
                0xff, patient: Practice.patient(2),
                request: VisitRequest(Practice.service(2), override: wish), doctor: Practice.doctor(2),
                start: "2026-11-23T08:35:00Z", by: .staff), at: Self.now)
        guard case .appointment(.booked(let booked)) = try #require(events.first) else {
            Issue.record("not a booking")
            return
        }
        #expect(booked.override?.rules == [.chairBusy])
        #expect(booked.override?.overlaps == [id])
    }

    @Test func `a visit with buffers is offered and booked only if the visit and its buffers lie within the day`()
        throws
    {
        var practice = Self.practice()
        practice.open = "00:00-24:00"
        let desk = try Desk(practice)
        // The day of the clinic in Berlin begins and ends at 23:00 UTC.
        let offers = try desk.offers("2026-11-24", doctor: 1, by: .staff, at: Self.now)
        #expect(offers.first?.slot.start == "2026-11-23T23:15:00Z")
        #expect(offers.last?.slot.start == "2026-11-24T22:00:00Z")
        #expect(desk.obstacle("2026-11-23T23:05:00Z", by: .staff, at: Self.now) == .outsideHours)
        #expect(desk.obstacle("2026-11-23T23:10:00Z", by: .staff, at: Self.now) == nil)
        #expect(desk.obstacle("2026-11-24T22:15:00Z", by: .staff, at: Self.now) == .outsideHours)
    }

    @Test
    func `a visit with two services has the longer of the services' buffers before it, and the longer one after it`()
        throws
    {
        var practice = Self.practice()
        practice.buffers[2] = ChairBuffers(minutesBefore: 15, minutesAfter: 5)
        var desk = try Desk(practice)
        let wish = OverrideWish(reason: Personal("Both"), role: .receptionist)
        try desk.run(
            BookAppointment(
                0xff, patient: Practice.patient(1),
                request: VisitRequest(Practice.service(1), further: [Practice.service(2)], override: wish),
                start: Self.nine, by: .staff), at: Self.now)
        #expect(desk.course(0xff)?.visit.place.chairSlot.start == "2026-11-23T07:45:00Z")
        #expect(desk.course(0xff)?.visit.place.chairSlot.end == "2026-11-23T09:05:00Z")
    }

    /// The offers are compared with a model that looks at every booked visit for every five minutes of the day.
    @Test(arguments: 1...4)
    func `offered times with buffers are the times at which the doctor is free, and a chair is free with the buffers`(
        seed: UInt64
    ) throws {
        var generator = Seeded(seed)
        let buffers = [1: (before: 10, after: 20), 2: (before: 0, after: 0), 3: (before: 0, after: 35)]
        var practice = Practice(doctors: ["A", "B", "C"], chairs: 2, patients: 6, services: [30, 45, 90])
        practice.open = "08:00-18:00"
        practice.rules = standardRules(offerMinutes: 5)
        practice.buffers = [
            1: ChairBuffers(minutesBefore: 10, minutesAfter: 20), 3: ChairBuffers(minutesBefore: 0, minutesAfter: 35),
        ]
        var desk = try Desk(practice)
        try desk.fill(days: 1, bookings: 12, using: &generator, at: Self.now)
        let visits = desk.given.feed.compactMap { recorded in
            if case .appointment(.booked(let booked)) = recorded.event { booked.visit } else { nil }
        }
        #expect(visits.count > 3)
        let (opens, closes) = ("2026-11-23T07:00:00Z", "2026-11-23T17:00:00Z") as (Instant, Instant)
        for service in 1...3 {
            let length = Int64(practice.services[service - 1])
            let own = try #require(buffers[service])
            for doctor in 1...3 as ClosedRange<UInt64> {
                let offered = try desk.offers(
                    "2026-11-23", doctor: doctor, service: UInt64(service), by: .staff, at: Self.now)
                var expected: [Instant] = []
                for start in stride(from: 0, through: 600 - length, by: 5).map({ opens.adding(minutes: $0) }) {
                    let end = start.adding(minutes: length)
                    let isDoctorFree = !visits.contains { visit in
                        let (from, to) = (visit.place.slot.start, visit.place.slot.end)
                        return visit.place.doctor == Practice.doctor(doctor) && from < end && start < to
                    }
                    let isChairFree = (1...2 as ClosedRange<UInt64>).contains { chair in
                        !visits.contains { visit in
                            let number = (1...3).first { Practice.service(UInt64($0)) == visit.service }
                            let theirs = buffers[number ?? 2] ?? (before: 0, after: 0)
                            let from = visit.place.slot.start.adding(minutes: -Int64(theirs.before + own.after))
                            let to = visit.place.slot.end.adding(minutes: Int64(theirs.after + own.before))
                            return visit.place.chair == Practice.chair(chair) && from < end && start < to
                        }
                    }
                    if isDoctorFree, isChairFree, end <= closes { expected.append(start) }
                }
                #expect(offered.map(\.slot.start) == expected, "service \(service) doctor \(doctor)")
            }
        }
    }

    @Test func `a visit that gets another doctor keeps its buffers even if its service's buffers have changed`() throws
    {
        var desk = try Desk(Self.practice())
        let id = try desk.book(Self.nine, service: 2, by: .staff, at: Self.now)
        try desk.book("2026-11-23T08:15:00Z", patient: 2, service: 2, by: .staff, at: Self.now)
        try desk.run(
            ChangeService(
                Practice.service(2),
                ServiceDetails(
                    code: "S1", name: "Check-up", category: nil, durationMinutes: 15, price: Money(5000, .euro),
                    doctors: nil, buffers: ChairBuffers(minutesBefore: 0, minutesAfter: 20))), at: Self.now)
        try desk.run(ReassignAppointment(AppointmentTarget(id), .init(doctor: Practice.doctor(2))), at: Self.now)
        #expect(desk.course(id)?.visit.place.doctor == Practice.doctor(2))
        #expect(desk.course(id)?.visit.place.chairSlot.end == "2026-11-23T08:15:00Z")
    }
}
