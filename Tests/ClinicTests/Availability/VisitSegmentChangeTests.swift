import Clinic
import EventSourcing
import Identifiers
import Testing

/// Tests the steps and moves of a visit in which the hygienist (the third or fourth member of the staff) treats for 40
/// minutes, and then the doctor for 20. The second service takes the doctor 20 minutes.
@Suite struct VisitSegmentChangeTests {
    private static let now: Instant = "2026-11-20T11:00:00Z"
    private static let nine: Instant = "2026-11-23T08:00:00Z"
    private static let parts = [VisitSegment(.hygienist, minutes: 40), VisitSegment(.doctor, minutes: 20)]

    /// A clinic in which the first patient has a visit with segments at nine, with the doctor Dr. Ada and the hygienist
    /// Hanna.
    private func booked(hygienists: [UInt64] = [3, 4]) throws -> (desk: Desk, visit: ID<Appointment>) {
        var practice = Practice(
            doctors: ["Dr. Ada", "Dr. Ben", "Hanna", "Henri"], chairs: 4, patients: 6, services: [60, 20])
        practice.segments = [1: (Self.parts, hygienists)]
        var desk = try Desk(practice)
        let id = try desk.book(Self.nine, hygienist: 3, chair: 1, by: .staff, at: Self.now)
        return (desk, id)
    }

    private func obstacle(_ start: Instant, doctor: UInt64, _ desk: Desk, at now: Instant = now) -> Obstacle? {
        desk.obstacle(start, patient: 2, doctor: doctor, service: 2, by: .staff, at: now)
    }

    private func hygienist(_ id: ID<Appointment>, _ desk: Desk) -> ID<StaffMember>? {
        desk.course(id)?.visit.place.segments?.hygienist
    }

    @Test func `a moved visit keeps its segments and its hygienist, and frees the old times of doctor and hygienist`()
        throws
    {
        var (desk, id) = try booked()
        let details = ServiceDetails(
            code: "S0", name: "Check-up", category: nil, durationMinutes: 60, price: Money(5000, .euro), doctors: nil)
        try desk.run(ChangeService(Practice.service(1), details), at: Self.now)
        try desk.run(RescheduleAppointment(AppointmentTarget(id), start: "2026-11-24T08:00:00Z"), at: Self.now)
        #expect(
            desk.course(id)?.visit.place.segments
                == VisitSegments(hygienist: Practice.doctor(3), parts: Self.parts))
        #expect(obstacle("2026-11-23T08:20:00Z", doctor: 3, desk) == nil)
        #expect(obstacle("2026-11-23T08:40:00Z", doctor: 1, desk) == nil)
        #expect(obstacle("2026-11-24T08:20:00Z", doctor: 3, desk) == .doctorBusy)
        #expect(obstacle("2026-11-24T08:40:00Z", doctor: 1, desk) == .doctorBusy)
        #expect(obstacle("2026-11-24T08:20:00Z", doctor: 1, desk) == nil)
    }

    @Test func `a visit that is reassigned to a second hygienist frees the time of the first hygienist`() throws {
        var (desk, id) = try booked()
        let change = ReassignAppointment(AppointmentTarget(id), .init(hygienist: Practice.doctor(4)))
        try desk.run(change, at: Self.now)
        #expect(hygienist(id, desk) == Practice.doctor(4))
        #expect(desk.course(id)?.terms.hygienistName == "Henri")
        #expect(desk.course(id)?.visit.place.doctor == Practice.doctor(1))
        #expect(obstacle(Self.nine, doctor: 3, desk) == nil)
        #expect(obstacle(Self.nine, doctor: 4, desk) == .doctorBusy)
        #expect(try desk.run(change, at: Self.now).isEmpty, "the visit has this hygienist already")
        let wrong = ReassignAppointment(AppointmentTarget(id), .init(hygienist: Practice.doctor(2)))
        #expect(desk.rejection(wrong, at: Self.now) == .placement(.unknownHygienist))
    }

    @Test func `a visit that is changed to a service without segments takes only the doctor, for the whole time`()
        throws
    {
        var (desk, id) = try booked()
        try desk.run(ReassignAppointment(AppointmentTarget(id), .init(service: Practice.service(2))), at: Self.now)
        #expect(desk.course(id)?.visit.place.segments == nil)
        #expect(obstacle(Self.nine, doctor: 1, desk) == .doctorBusy)
        #expect(obstacle(Self.nine, doctor: 3, desk) == nil)
    }

    @Test func `a visit that ends early frees its doctor and hygienist, and undoing the step takes their times again`()
        throws
    {
        var (desk, id) = try booked()
        try desk.advance(.start, id, at: Self.nine)
        let half: Instant = "2026-11-23T08:30:00Z"
        try desk.advance(.finish, id, at: "2026-11-23T08:27:00Z")
        let short = try #require(desk.course(id)?.visit.place)
        #expect(short.slot.end == half)
        #expect(short.segments?.parts == [VisitSegment(.hygienist, minutes: 30)])
        #expect(obstacle(half, doctor: 3, desk, at: half) == nil)
        #expect(obstacle("2026-11-23T08:40:00Z", doctor: 1, desk, at: half) == nil)
        try desk.run(UndoStep(AppointmentTarget(id), right: .anyStep, reason: Personal("Not yet")), at: half)
        #expect(desk.course(id)?.visit.place.segments?.parts == Self.parts)
        #expect(obstacle(half, doctor: 3, desk, at: half) == .doctorBusy)
        #expect(obstacle("2026-11-23T08:40:00Z", doctor: 1, desk, at: half) == .doctorBusy)
    }

    @Test func `a check-in to a cancelled visit needs an override if the hygienist's time was booked meanwhile`() throws
    {
        var (desk, id) = try booked()
        try desk.run(CancelAppointment(AppointmentTarget(id), reason: Personal("Ill")), at: Self.now)
        try desk.book("2026-11-23T08:20:00Z", patient: 2, doctor: 3, service: 2, by: .staff, at: Self.now)
        let arrive = AdvanceAppointment(.checkIn, AppointmentTarget(id))
        #expect(
            desk.rejection(arrive, at: Self.nine) == .placement(.notFree(.hygienistBusy, alternatives: [])))
        let wish = OverrideWish(reason: Personal("Came after all"), role: .receptionist)
        let events = try desk.run(
            AdvanceAppointment(.checkIn, AppointmentTarget(id), override: wish), at: Self.nine)
        guard case .appointment(.arrivedAfterAll(let arrived))? = events.first else {
            Issue.record("the patient did not arrive")
            return
        }
        #expect(arrived.override?.rules == [.hygienistBusy])
        #expect(arrived.override?.overlaps == [Practice.appointment(2)])
    }

    @Test
    func `a visit that begins with the hygienist can start while the doctor is busy, not while the hygienist is busy`()
        throws
    {
        var (desk, id) = try booked()
        let early: Instant = "2026-11-23T07:40:00Z"
        let ofDoctor = try desk.book(early, patient: 2, doctor: 1, chair: 2, service: 2, by: .staff, at: Self.now)
        let ofHygienist = try desk.book(early, patient: 3, doctor: 3, chair: 3, service: 2, by: .staff, at: Self.now)
        try desk.advance(.start, ofDoctor, at: early)
        try desk.advance(.start, ofHygienist, at: early)
        let start = AdvanceAppointment(.start, AppointmentTarget(id))
        #expect(
            desk.rejection(start, at: Self.nine)
                == .inUse(VisitUnderWay(use: .hygienist, appointment: ofHygienist)))
        try desk.advance(.finish, ofHygienist, at: Self.nine)
        try desk.run(start, at: Self.nine)
        #expect(desk.status(id) == .inTreatment)
    }

    @Test func `a doctor can begin a second visit while the hygienist treats in the doctor's first visit`() throws {
        var (desk, id) = try booked()
        let ten: Instant = "2026-11-23T08:10:00Z"
        let other = try desk.book(ten, patient: 2, doctor: 1, service: 2, by: .staff, at: Self.now)
        try desk.advance(.start, id, at: Self.nine)
        try desk.advance(.start, other, at: ten)
        #expect(desk.status(other) == .inTreatment)
    }

    @Test func `a freed time is offered to a patient who waits for a service with segments, if a hygienist is free`()
        throws
    {
        let entry = WaitlistEntry(
            id: 7, patient: Practice.patient(4), service: Practice.service(1),
            days: try #require(DateRange("2026-11-20", "2026-12-20")))
        func offered(_ desk: Desk, _ id: ID<Appointment>) throws -> [WaitlistOffer] {
            var desk = desk
            try desk.run(JoinWaitlist(entry), at: Self.now)
            return try desk.run(CancelAppointment(AppointmentTarget(id), reason: Personal("Ill")), at: Self.now)
                .compactMap { if case .waitlist(.offered(let offered)) = $0 { offered.offer } else { nil } }
        }
        let (desk, id) = try booked(hygienists: [3])
        #expect(try offered(desk, id).map(\.slot) == [Slot(start: Self.nine, end: "2026-11-23T09:00:00Z")])
        // The appointment of an hour without segments takes the doctor the whole time. The hygienist has a second
        // patient in the first part of that hour.
        var busy = desk
        try busy.run(RescheduleAppointment(AppointmentTarget(id), start: "2026-11-24T08:00:00Z"), at: Self.now)
        try busy.book(Self.nine, patient: 2, doctor: 3, service: 2, by: .staff, at: Self.now)
        let wish = OverrideWish(reason: Personal("Long"), role: .receptionist)
        try busy.run(
            BookAppointment(
                0xff, patient: Practice.patient(3),
                request: VisitRequest(Practice.service(2), minutesIfOther: 60, override: wish),
                doctor: Practice.doctor(1), start: Self.nine, by: .staff), at: Self.now)
        #expect(try offered(busy, 0xff).isEmpty)
    }

    @Test func `a visit with segments counts as assigned to its doctor and to its hygienist`() throws {
        let (desk, id) = try booked()
        let treatment = desk.given.state(Subject<Treatment>.treatment(of: Practice.patient(1)))
        let account = UUIDBytes(high: 1, low: 1)
        for number in [1, 3] as [UInt64] {
            #expect(treatment.appointments(givenTo: Practice.doctor(number), account: account) == [id])
        }
        #expect(treatment.appointments(givenTo: Practice.doctor(4), account: account).isEmpty)
    }
}
