import Clinic
import EventSourcing
import Identifiers
import Testing

/// Tests bookings of a check-up of an hour, the first service: the hygienist treats for 40 minutes, then the doctor for
/// 20. The third member of the staff is this service's hygienist. The second service takes the doctor 20 minutes.
@Suite struct VisitSegmentTests {
    private static let now: Instant = "2026-11-22T10:00:00Z"
    private static let nine: Instant = "2026-11-23T08:00:00Z"
    private static let parts = [VisitSegment(.hygienist, minutes: 40), VisitSegment(.doctor, minutes: 20)]

    private static func practice(hygienists: [UInt64] = [3]) -> Practice {
        var practice = Practice(
            doctors: ["Dr. Ada", "Dr. Ben", "Hanna", "Henri"], chairs: 4, patients: 4, services: [60, 20])
        practice.segments = [1: (parts, hygienists)]
        return practice
    }

    private func desk(hygienists: [UInt64] = [3]) throws -> Desk { try Desk(Self.practice(hygienists: hygienists)) }

    /// The obstacle to an appointment of the second patient.
    private func obstacle(
        _ start: Instant, doctor: UInt64 = 1, service: UInt64 = 2, by side: BookingSide = .staff, _ desk: Desk,
        at now: Instant = now
    ) -> Obstacle? { desk.obstacle(start, patient: 2, doctor: doctor, service: service, by: side, at: now) }

    @Test func `a visit takes the doctor and the hygienist only in their own segments, and the chair all the time`()
        throws
    {
        var desk = try desk()
        let id = try desk.book(Self.nine, chair: 1, by: .staff, at: Self.now)
        let place = try #require(desk.course(id)?.visit.place)
        #expect(place.segments == VisitSegments(hygienist: Practice.doctor(3), parts: Self.parts))
        #expect(desk.course(id)?.terms.hygienistName == "Hanna")
        #expect(obstacle("2026-11-23T08:20:00Z", desk) == nil)
        #expect(obstacle("2026-11-23T08:25:00Z", desk) == .doctorBusy)
        #expect(obstacle("2026-11-23T09:00:00Z", desk) == nil)
        #expect(obstacle("2026-11-23T08:20:00Z", doctor: 3, desk) == .doctorBusy)
        #expect(obstacle("2026-11-23T08:40:00Z", doctor: 3, desk) == nil)
        for start in [Self.nine, "2026-11-23T08:40:00Z"] {
            #expect(
                desk.obstacle(start, patient: 2, doctor: 2, chair: 1, service: 2, by: .staff, at: Self.now) == .noChair)
        }
    }

    @Test
    func `a visit is refused if no hygienist is free in the hygienist's segment, and the refusal names this reason`()
        throws
    {
        var desk = try desk()
        try desk.book(Self.nine, by: .staff, at: Self.now)
        let early: Instant = "2026-11-23T08:20:00Z"
        #expect(obstacle(early, doctor: 2, service: 1, desk) == .hygienistBusy)
        #expect(obstacle("2026-11-23T08:40:00Z", doctor: 2, service: 1, desk) == nil)
        let why = SlotWhy(service: Practice.service(1), doctor: Practice.doctor(2), start: early, by: .staff)
        let explained = try desk.ask(at: Self.now) { model, now throws(SlotSearch.Rejection) in
            try why.answer(&model, at: now)
        }
        #expect(explained.parts.first?.reason == .hygienistBusy)
        #expect(explained.parts.first?.appointments == [Practice.appointment(1)])
    }

    @Test func `a visit gets the requested hygienist, or else the free hygienist with the fewest appointments`() throws
    {
        var desk = try desk(hygienists: [3, 4])
        let first = try desk.book(Self.nine, by: .staff, at: Self.now)
        let second = try desk.book(Self.nine, patient: 2, doctor: 2, by: .staff, at: Self.now)
        #expect(desk.course(first)?.visit.place.segments?.hygienist == Practice.doctor(3))
        #expect(desk.course(second)?.visit.place.segments?.hygienist == Practice.doctor(4))
        let third = try desk.book(
            "2026-11-23T09:00:00Z", patient: 3, hygienist: 4, by: .staff, at: Self.now)
        #expect(desk.course(third)?.visit.place.segments?.hygienist == Practice.doctor(4))
    }

    @Test func `a booking that names a hygienist is refused if the service has no segments or not this hygienist`()
        throws
    {
        let desk = try desk()
        for (service, hygienist) in [(1, 4), (2, 3)] as [(UInt64, UInt64)] {
            let book = BookAppointment(
                0xff, patient: Practice.patient(1), service: Practice.service(service), doctor: Practice.doctor(1),
                hygienist: Practice.doctor(hygienist), start: Self.nine, by: .staff)
            #expect(desk.rejection(book, at: Self.now) == .placement(.unknownHygienist))
        }
    }

    @Test func `a member of staff cannot be both the doctor and the hygienist of a visit`() throws {
        var desk = try desk()
        #expect(obstacle(Self.nine, doctor: 3, service: 1, desk) == .hygienistBusy)
        let id = try desk.book(Self.nine, doctor: nil, by: .staff, at: Self.now)
        #expect(desk.course(id)?.visit.place.doctor != Practice.doctor(3))
        #expect(try desk.offers("2026-11-24", doctor: 3, by: .staff, at: Self.now).isEmpty)
    }

    @Test
    func `staff are told that the hygienist has time off, and patients only that the time is outside of the hours`()
        throws
    {
        var desk = try desk()
        let timeOff =
            #"{"id":"00000000-0000-7000-8000-000000000001","start":"2026-11-23T09:30","end":"2026-11-23T12:00"}"#
        desk.happens(
            try event("time-off-added", #"{"staff_id":"\#(Practice.doctor(3))","time_off":\#(timeOff)}"#), at: Self.now)
        #expect(obstacle(Self.nine, service: 1, desk) == .hygienistAway)
        #expect(obstacle(Self.nine, service: 1, by: .patient, desk) == .outsideHours)
        #expect(obstacle("2026-11-23T07:55:00Z", service: 1, desk) == .hygienistAway)
        #expect(obstacle("2026-11-23T07:50:00Z", service: 1, desk) == nil)
    }

    @Test func `the refusal to block a hygienist's time names the visits in which the hygienist treats in that time`()
        throws
    {
        var desk = try desk()
        let id = try desk.book(Self.nine, by: .staff, at: Self.now)
        func block(_ start: LocalDateTime, _ end: LocalDateTime) -> BlockTime {
            BlockTime(1, .init(kind: .meeting, start: start, end: end, doctors: [Practice.doctor(3)]))
        }
        let ten = LocalDateTime("2026-11-23", "10:00")
        #expect(
            desk.rejection(block(LocalDateTime("2026-11-23", "09:30"), ten), at: Self.now) == .hasAppointments([id]))
        #expect(desk.rejection(block(LocalDateTime("2026-11-23", "09:40"), ten), at: Self.now) == nil)
    }

    @Test
    func `a hold takes the times of doctor and hygienist, and a booking with a different hygienist ends the hold`()
        throws
    {
        var desk = try desk(hygienists: [3, 4])
        try desk.run(
            HoldSlot(
                1, patient: Practice.patient(1), service: Practice.service(1), doctor: Practice.doctor(1),
                hygienist: Practice.doctor(3), start: Self.nine, by: .patient), at: Self.now)
        #expect(obstacle("2026-11-23T08:20:00Z", doctor: 3, desk) == .held)
        #expect(obstacle("2026-11-23T08:40:00Z", doctor: 3, desk) == nil)
        #expect(obstacle("2026-11-23T08:40:00Z", desk) == .held)
        #expect(obstacle("2026-11-23T08:20:00Z", desk) == nil)
        try desk.book(Self.nine, hygienist: 4, at: Self.now)
        #expect(obstacle("2026-11-23T08:20:00Z", doctor: 3, desk) == nil)
        #expect(obstacle("2026-11-23T08:20:00Z", doctor: 4, desk) == .doctorBusy)
    }
}
