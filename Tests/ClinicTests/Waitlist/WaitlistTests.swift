import Clinic
import EventSourcing
import Identifiers
import Testing

@Suite struct WaitlistTests {
    private static let now: Instant = "2026-11-20T11:00:00Z"
    private static let nine: Instant = "2026-11-23T08:00:00Z"
    private static let doctor = Practice.doctor(1)

    private func entry(
        _ id: ID<WaitlistEntry>, patient: UInt64, service: UInt64 = 1, doctor: UInt64? = nil,
        first: CivilDate = "2026-11-20",
        last: CivilDate = "2026-12-20", weekdays: [Int]? = nil, earliest: LocalTime? = nil, latest: LocalTime? = nil
    ) throws -> WaitlistEntry {
        WaitlistEntry(
            id: id, patient: Practice.patient(patient), service: Practice.service(service),
            doctor: doctor.map(Practice.doctor), days: try #require(DateRange(first, last)), weekdays: weekdays,
            earliest: earliest, latest: latest)
    }

    private func accept(_ entry: ID<WaitlistEntry>, patient: UInt64? = nil, appointment: ID<Appointment> = 0xaa)
        -> AcceptWaitlistOffer
    {
        AcceptWaitlistOffer(
            WaitlistTarget(entry, for: patient.map(Practice.patient)), start: Self.nine, doctor: Self.doctor,
            appointment: appointment)
    }

    /// A clinic in which the first patient has an appointment at nine.
    private func desk(services: [Int] = [30, 60]) throws -> (desk: Desk, appointment: ID<Appointment>) {
        var desk = try Desk(Practice(chairs: 1, patients: 9, services: services))
        let id = try desk.book(Self.nine, patient: 1, doctor: 1, by: .staff, at: Self.now)
        return (desk, id)
    }

    private func offered(_ events: [ClinicEvent]) -> [ID<WaitlistEntry>] {
        events.compactMap { event in
            if case .waitlist(.offered(let offered)) = event { offered.entry.entry } else { nil }
        }
    }

    private func cancel(_ desk: inout Desk, _ id: ID<Appointment>) throws -> [ClinicEvent] {
        try desk.run(CancelAppointment(AppointmentTarget(id), reason: Personal("Ill")), at: Self.now)
    }

    @Test func `a cancelled time is offered to the first three patients on the waitlist whom it fits`() throws {
        var (desk, id) = try desk()
        for number in 2...6 as ClosedRange<UInt64> {
            try desk.run(JoinWaitlist(entry(ID(integerLiteral: number), patient: number)), at: Self.now)
        }
        #expect(offered(try cancel(&desk, id)) == [2, 3, 4])
    }

    @Test func `a freed time is not offered to the patient who gave it up or to patients whose wishes differ`() throws {
        var (desk, id) = try desk()
        try desk.run(JoinWaitlist(entry(1, patient: 1)), at: Self.now)
        try desk.run(JoinWaitlist(entry(2, patient: 2, doctor: 2)), at: Self.now)
        try desk.run(JoinWaitlist(entry(3, patient: 3, first: "2026-11-24")), at: Self.now)
        try desk.run(JoinWaitlist(entry(4, patient: 4, weekdays: [2, 3])), at: Self.now)
        try desk.run(JoinWaitlist(entry(5, patient: 5, earliest: "09:05")), at: Self.now)
        try desk.run(JoinWaitlist(entry(6, patient: 6, latest: "08:55")), at: Self.now)
        try desk.run(JoinWaitlist(entry(7, patient: 7, service: 2)), at: Self.now)
        let fits = try entry(8, patient: 8, doctor: 1, weekdays: [1], earliest: "09:00", latest: "09:00")
        try desk.run(JoinWaitlist(fits), at: Self.now)
        #expect(offered(try cancel(&desk, id)) == [8], "1 gave the time up, 7 waits for a longer service")
    }

    @Test func `a freed time is not offered while its doctor is away or blocked, or the clinic is closed`() throws {
        let from = try #require(LocalDateTime("2026-11-23T09:15"))
        let to = try #require(LocalDateTime("2026-11-23T09:20"))
        let away = AddTimeOff(Self.doctor, try #require(TimeOff(id: 1, start: from, end: to, reason: nil)))
        let days = try #require(DateRange("2026-11-23", "2026-11-23"))
        let closure = AddClosure(Closure(id: 1, days: days, reason: "Storm"))
        func block(_ start: String, _ end: String) throws -> BlockTime {
            BlockTime(
                1,
                BlockTime.Wish(
                    kind: .meeting, start: try #require(LocalDateTime(start)), end: try #require(LocalDateTime(end)),
                    doctors: [Self.doctor], overAppointments: true))
        }
        func offeredAfter(_ prepare: (inout Desk) throws -> Void) throws -> [ID<WaitlistEntry>] {
            var (desk, id) = try desk()
            try desk.run(JoinWaitlist(entry(2, patient: 2)), at: Self.now)
            try prepare(&desk)
            return offered(try cancel(&desk, id))
        }
        let whileAway = try offeredAfter { try $0.run(away, at: Self.now) }
        #expect(whileAway == [])
        let whileClosed = try offeredAfter { try $0.run(closure, at: Self.now) }
        #expect(whileClosed == [])
        let over = try block("2026-11-23T09:25", "2026-11-23T10:00")
        let whileBlocked = try offeredAfter { try $0.run(over, at: Self.now) }
        #expect(whileBlocked == [])
        let after = try block("2026-11-23T09:30", "2026-11-23T10:00")
        let beforeBlock = try offeredAfter { try $0.run(after, at: Self.now) }
        #expect(beforeBlock == [2])
    }

    @Test func `a freed time is not offered to an erased patient`() throws {
        var (desk, id) = try desk()
        for number in 2...5 as ClosedRange<UInt64> {
            try desk.run(JoinWaitlist(entry(ID(integerLiteral: number), patient: number)), at: Self.now)
        }
        try desk.run(ErasePatient(Practice.patient(3), reason: .requested), at: Self.now)
        #expect(offered(try cancel(&desk, id)) == [2, 4, 5])
    }

    @Test func `a moved appointment's old time is offered, unless the new time overlaps it`() throws {
        var (desk, id) = try desk()
        try desk.run(JoinWaitlist(entry(2, patient: 2)), at: Self.now)
        let later = RescheduleAppointment(AppointmentTarget(id), start: "2026-11-23T08:15:00Z")
        #expect(offered(try desk.run(later, at: Self.now)).isEmpty)
        let away = RescheduleAppointment(AppointmentTarget(id), start: "2026-11-23T14:00:00Z")
        #expect(offered(try desk.run(away, at: Self.now)) == [2])
    }

    @Test func `if two patients accept one offered time, the first gets the time and the second gets alternatives`()
        throws
    {
        var (desk, id) = try desk()
        try desk.run(JoinWaitlist(entry(2, patient: 2)), at: Self.now)
        try desk.run(JoinWaitlist(entry(3, patient: 3)), at: Self.now)
        _ = try cancel(&desk, id)
        try desk.run(accept(3, patient: 3, appointment: 0xa3), at: Self.now)
        #expect(desk.course(0xa3)?.visit.patient == Practice.patient(3))
        #expect(desk.course(0xa3)?.visit.place.slot.start == Self.nine)
        guard case .lost(let alternatives) = desk.rejection(accept(2, patient: 2), at: Self.now) else {
            Issue.record("the second patient was not told")
            return
        }
        #expect(!alternatives.isEmpty)
        #expect(desk.rejection(accept(3, patient: 3), at: Self.now) == .notWaiting(.booked))
        let document = try #require(desk.given.document(Waitlist.self, DocumentKey(2 as ID<WaitlistEntry>)))
        #expect(document.contains(#""outcome":"lost""#) && document.contains(#""status":"waiting""#))
    }

    @Test func `an offer cannot be accepted once its time is booked for another patient`() throws {
        var (desk, id) = try desk()
        try desk.run(JoinWaitlist(entry(2, patient: 2)), at: Self.now)
        _ = try cancel(&desk, id)
        try desk.book(Self.nine, patient: 4, doctor: 1, by: .staff, at: Self.now)
        guard case .lost = desk.rejection(accept(2), at: Self.now) else {
            Issue.record("not lost")
            return
        }
    }

    @Test func `an offer ends after an hour, and a freed time less than half an hour ahead is not offered`() throws {
        var (desk, id) = try desk()
        try desk.run(JoinWaitlist(entry(2, patient: 2)), at: Self.now)
        _ = try cancel(&desk, id)
        let hourLater = Self.now.adding(minutes: 60)
        #expect(desk.rejection(accept(2), at: hourLater) == .expired(hourLater))
        #expect(desk.rejection(accept(2), at: Self.now.adding(minutes: 59)) == nil)
        var (late, soon) = try self.desk()
        try late.run(JoinWaitlist(entry(2, patient: 2)), at: Self.now)
        let events = try late.run(
            CancelAppointment(AppointmentTarget(soon), reason: Personal("Ill")), at: "2026-11-23T07:31:00Z")
        #expect(offered(events).isEmpty)
    }

    @Test func `a declined time is offered to the next patient whom it fits`() throws {
        var (desk, id) = try desk()
        for number in 2...6 as ClosedRange<UInt64> {
            try desk.run(JoinWaitlist(entry(ID(integerLiteral: number), patient: number)), at: Self.now)
        }
        _ = try cancel(&desk, id)
        let declines = DeclineWaitlistOffer(WaitlistTarget(2), start: Self.nine, doctor: Self.doctor)
        #expect(offered(try desk.run(declines, at: Self.now)) == [5])
        #expect(desk.rejection(accept(2), at: Self.now) == .noSuchOffer)
    }

    @Test func `a time whose offer expires is offered to the next patient whom it fits, and to no patient twice`()
        throws
    {
        var (desk, id) = try desk()
        for number in 2...6 as ClosedRange<UInt64> {
            try desk.run(JoinWaitlist(entry(ID(integerLiteral: number), patient: number)), at: Self.now)
        }
        _ = try cancel(&desk, id)
        let hourLater = Self.now.adding(minutes: 60)
        #expect(try desk.run(ExpireWaitlistOffers(2), at: Self.now.adding(minutes: 59)).isEmpty)
        #expect(offered(try desk.run(ExpireWaitlistOffers(2), at: hourLater)) == [5])
        #expect(try desk.run(ExpireWaitlistOffers(2), at: hourLater).isEmpty)
        #expect(offered(try desk.run(ExpireWaitlistOffers(3), at: hourLater)) == [6])
        #expect(offered(try desk.run(ExpireWaitlistOffers(4), at: hourLater)).isEmpty)
        #expect(desk.rejection(accept(2), at: hourLater) == .expired(hourLater))
        #expect(desk.rejection(accept(5), at: hourLater) == nil)
        let document = try #require(desk.given.document(Waitlist.self, DocumentKey(2 as ID<WaitlistEntry>)))
        #expect(document.contains(#""outcome":"expired""#) && document.contains(#""status":"waiting""#))
    }

    @Test func `a time that two patients declined is not offered to either of them again`() throws {
        var (desk, id) = try desk()
        for number in 2...5 as ClosedRange<UInt64> {
            try desk.run(JoinWaitlist(entry(ID(integerLiteral: number), patient: number)), at: Self.now)
        }
        _ = try cancel(&desk, id)
        func decline(_ entry: ID<WaitlistEntry>) -> DeclineWaitlistOffer {
            DeclineWaitlistOffer(WaitlistTarget(entry), start: Self.nine, doctor: Self.doctor)
        }
        #expect(offered(try desk.run(decline(2), at: Self.now)) == [5])
        #expect(offered(try desk.run(decline(3), at: Self.now)).isEmpty)
    }

    @Test func `an offered time that another patient has booked is not offered again when the offer expires`() throws {
        var (desk, id) = try desk()
        for number in 2...5 as ClosedRange<UInt64> {
            try desk.run(JoinWaitlist(entry(ID(integerLiteral: number), patient: number)), at: Self.now)
        }
        _ = try cancel(&desk, id)
        try desk.book(Self.nine, patient: 7, doctor: 1, by: .staff, at: Self.now)
        #expect(try desk.run(ExpireWaitlistOffers(2), at: Self.now.adding(minutes: 60)).isEmpty)
    }

    @Test func `a patient who accepts an offer of the waitlist loses their own hold of another time`() throws {
        var (desk, id) = try desk()
        try desk.run(JoinWaitlist(entry(2, patient: 2)), at: Self.now)
        _ = try cancel(&desk, id)
        let hold = HoldSlot(
            0xb1, patient: Practice.patient(2), service: Practice.service(1), start: "2026-11-24T08:00:00Z",
            by: .patient)
        try desk.run(hold, at: Self.now)
        let events = try desk.run(accept(2, patient: 2), at: Self.now)
        #expect(events.contains { if case .hold(.released) = $0 { true } else { false } })
    }

    @Test func `an offered time that another patient holds cannot be accepted`() throws {
        var (desk, id) = try desk()
        try desk.run(JoinWaitlist(entry(2, patient: 2)), at: Self.now)
        _ = try cancel(&desk, id)
        let hold = HoldSlot(
            0xb1, patient: Practice.patient(3), service: Practice.service(1), doctor: Self.doctor, start: Self.nine,
            by: .patient)
        try desk.run(hold, at: Self.now)
        guard case .lost = desk.rejection(accept(2, patient: 2), at: Self.now) else {
            Issue.record("the held time was not refused")
            return
        }
    }

    @Test func `a patient cannot end another patient's waitlist entry, and an ended entry gets no offers`() throws {
        var (desk, _) = try desk()
        try desk.run(JoinWaitlist(entry(2, patient: 2)), at: Self.now)
        let stranger = WaitlistTarget(2, for: Practice.patient(3))
        #expect(desk.rejection(LeaveWaitlist(stranger), at: Self.now) == .unknown)
        try desk.run(LeaveWaitlist(WaitlistTarget(2)), at: Self.now)
        #expect(try desk.run(LeaveWaitlist(WaitlistTarget(2)), at: Self.now).isEmpty)
        let offer = OfferWaitlistTime(2, start: "2026-11-24T08:00:00Z", doctor: Self.doctor)
        #expect(desk.rejection(offer, at: Self.now) == .notWaiting(.left))
    }

    @Test func `the event of a waitlist entry has a tag for each month of the wanted days, also at the end of 9999`()
        throws
    {
        var (desk, _) = try desk()
        let last = try desk.run(
            JoinWaitlist(entry(1, patient: 2, first: "9999-11-30", last: "9999-12-31")), at: Self.now)
        #expect(last.flatMap(\.tags).count == 3)
        let year = try desk.run(
            JoinWaitlist(entry(2, patient: 2, first: "2026-11-30", last: "2027-01-01")), at: Self.now)
        #expect(year.flatMap(\.tags).count == 4)
    }

    @Test func `a freed time is offered to patients whose wishes span several months`() throws {
        var (desk, id) = try desk()
        try desk.run(JoinWaitlist(entry(2, patient: 2, first: "2026-09-01", last: "2027-01-31")), at: Self.now)
        #expect(offered(try cancel(&desk, id)) == [2])
    }
}
