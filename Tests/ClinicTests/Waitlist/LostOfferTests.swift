import Clinic
import EventSourcing
import Identifiers
import Testing

/// Tests that an offer of the waitlist is closed as lost when its time is no longer free.
@Suite struct LostOfferTests {
    private static let now: Instant = "2026-11-20T11:00:00Z"
    private static let nine: Instant = "2026-11-23T08:00:00Z"
    private static let doctor = Practice.doctor(1)
    private static let entry: ID<WaitlistEntry> = 2

    /// A clinic in which the time at nine was freed, and offered to the second patient.
    private func offered(_ practice: Practice = Practice(patients: 4)) throws -> (desk: Desk, freed: ID<Appointment>) {
        var desk = try Desk(practice)
        let freed = try desk.book(Self.nine, patient: 1, doctor: 1, by: .staff, at: Self.now)
        let days = try #require(DateRange("2026-11-20", "2026-12-20"))
        try desk.run(
            JoinWaitlist(
                WaitlistEntry(
                    id: Self.entry, patient: Practice.patient(2), service: Practice.service(1), doctor: Self.doctor,
                    days: days, weekdays: [1], latest: "09:00")),
            at: Self.now)
        try desk.run(CancelAppointment(AppointmentTarget(freed), reason: Personal("Ill")), at: Self.now)
        #expect(outcome(desk) == "open")
        return (desk, freed)
    }

    /// The outcome of the entry's last offer, as the waitlist shows it.
    private func outcome(_ desk: Desk) -> String? {
        let document = desk.given.document(Waitlist.self, DocumentKey(Self.entry)) ?? ""
        return document.components(after: #""outcome":""#).last?.prefix { $0 != #"""# }.description
    }

    @Test func `an offer is lost when another patient books its time`() throws {
        var (desk, _) = try offered()
        try desk.book(Self.nine, patient: 3, doctor: 1, by: .staff, at: Self.now)
        #expect(outcome(desk) == "lost")
        let accept = AcceptWaitlistOffer(
            WaitlistTarget(Self.entry), start: Self.nine, doctor: Self.doctor, appointment: 0xaa)
        guard case .lost = desk.rejection(accept, at: Self.now) else {
            Issue.record("not lost")
            return
        }
    }

    @Test func `an offer is lost when the cancellation that freed its time is undone`() throws {
        var (desk, freed) = try offered()
        try desk.run(
            UndoStep(AppointmentTarget(freed), right: .anyStep, reason: Personal("Mistake")), at: Self.now)
        #expect(outcome(desk) == "lost")
    }

    @Test func `an offer is lost when its patient arrives after all`() throws {
        var (desk, freed) = try offered()
        try desk.advance(.checkIn, freed, at: Self.now)
        #expect(outcome(desk) == "lost")
    }

    @Test func `an offer is lost when an appointment is moved or reassigned to its time`() throws {
        for isMoved in [true, false] {
            var (desk, _) = try offered()
            let other = try desk.book(
                isMoved ? "2026-11-24T08:00:00Z" : Self.nine, patient: 3, doctor: 2, by: .staff, at: Self.now)
            #expect(outcome(desk) == "open")
            if isMoved {
                try desk.run(
                    RescheduleAppointment(AppointmentTarget(other), start: Self.nine, doctor: Self.doctor),
                    at: Self.now)
            } else {
                try desk.run(
                    ReassignAppointment(AppointmentTarget(other), .init(doctor: Self.doctor)), at: Self.now)
            }
            #expect(outcome(desk) == "lost")
        }
    }

    @Test func `an offer is lost when a series takes its time, or its doctor's time is blocked`() throws {
        var (planned, _) = try offered()
        try planned.run(
            PlanSeries(
                1,
                PlanSeries.Wish(
                    patient: Practice.patient(3), service: Practice.service(1), doctor: Self.doctor,
                    start: try #require(LocalDateTime("2026-11-23T09:00")),
                    rule: SeriesRule(every: 1, .weeks, .count(2)),
                    skipsRefused: false),
                appointments: [0xa1, 0xa2]), at: Self.now)
        #expect(outcome(planned) == "lost")
        var (blocked, _) = try offered()
        try blocked.run(
            BlockTime(
                1,
                BlockTime.Wish(
                    kind: .meeting, start: try #require(LocalDateTime("2026-11-23T09:15")),
                    end: try #require(LocalDateTime("2026-11-23T10:00")), doctors: [Self.doctor])), at: Self.now)
        #expect(outcome(blocked) == "lost")
    }

    @Test func `an offer stays open when another time or another doctor's time is booked`() throws {
        var (desk, _) = try offered()
        try desk.book("2026-11-23T08:30:00Z", patient: 3, doctor: 1, by: .staff, at: Self.now)
        try desk.book(Self.nine, patient: 4, doctor: 2, by: .staff, at: Self.now)
        #expect(outcome(desk) == "open")
        #expect(try desk.run(CloseLostOffers(Self.entry), at: Self.now).isEmpty)
    }

    @Test func `an offer that was declined is not closed a second time when its time is booked`() throws {
        var (desk, _) = try offered()
        try desk.run(
            DeclineWaitlistOffer(WaitlistTarget(Self.entry), start: Self.nine, doctor: Self.doctor), at: Self.now)
        let booking = BookAppointment(
            0xbb, patient: Practice.patient(3), service: Practice.service(1), doctor: Self.doctor, start: Self.nine,
            by: .staff)
        #expect(try desk.run(booking, at: Self.now).count == 1)
        #expect(outcome(desk) == "declined")
    }

    @Test
    func
        `servers close an offer whose doctor is away or has left, whose chairs are taken or retired, or on a closed day`()
        throws
    {
        let day = try #require(DateRange("2026-11-23", "2026-11-23"))
        let from = try #require(LocalDateTime("2026-11-23T08:00"))
        let to = try #require(LocalDateTime("2026-11-23T12:00"))
        let leave = try #require(TimeOff(id: 1, start: from, end: to, reason: nil))
        func close(after change: (inout Desk) throws -> Void, _ practice: Practice = Practice(patients: 4)) throws {
            var (desk, _) = try offered(practice)
            try change(&desk)
            #expect(outcome(desk) == "open")
            try desk.run(CloseLostOffers(Self.entry), at: Self.now)
            #expect(outcome(desk) == "lost")
        }
        try close(after: { try $0.run(AddTimeOff(Self.doctor, leave), at: Self.now) })
        try close(after: { try $0.run(AddClosure(Closure(id: 1, days: day, reason: "Storm")), at: Self.now) })
        try close(after: { try $0.run(DeactivateStaff(Self.doctor, by: .operator), at: Self.now) })
        let oneChair = Practice(chairs: 1, patients: 4)
        try close(after: { try $0.run(RetireChair(Practice.chair(1)), at: Self.now) }, oneChair)
        try close(after: { try $0.book(Self.nine, patient: 3, doctor: 2, by: .staff, at: Self.now) }, oneChair)
        try close(after: { try $0.run(RetireService(Practice.service(1)), at: Self.now) })
        try close(after: { try $0.run(ErasePatient(Practice.patient(2), reason: .requested), at: Self.now) })
    }

    @Test func `servers leave an offer open while another patient only holds its time`() throws {
        var (desk, _) = try offered()
        try desk.run(
            HoldSlot(
                0xb1, patient: Practice.patient(3), service: Practice.service(1), doctor: Self.doctor, start: Self.nine,
                by: .patient), at: Self.now)
        #expect(try desk.run(CloseLostOffers(Self.entry), at: Self.now).isEmpty)
    }

    @Test func `the time of a visit that was entered in error is offered to the waitlist`() throws {
        var (desk, freed) = try offered()
        try desk.run(
            UndoStep(AppointmentTarget(freed), right: .anyStep, reason: Personal("Mistake")), at: Self.now)
        try desk.run(EnterInError(AppointmentTarget(freed), reason: Personal("Wrong person")), at: Self.now)
        #expect(outcome(desk) == "open")
        #expect(
            try desk.run(EnterInError(AppointmentTarget(freed), reason: Personal("Wrong person")), at: Self.now).isEmpty
        )
    }

    @Test func `the time of a patient who did not arrive after all is offered to the waitlist again`() throws {
        var (desk, freed) = try offered()
        try desk.advance(.checkIn, freed, at: Self.now)
        try desk.run(
            UndoStep(AppointmentTarget(freed), right: .anyStep, reason: Personal("Other person")), at: Self.now)
        #expect(outcome(desk) == "open")
    }
}

extension String {
    fileprivate func components(after mark: String) -> [Substring] {
        var (rest, found) = (self[...], [Substring]())
        while let range = rest.firstRange(of: mark) {
            rest = rest[range.upperBound...]
            found.append(rest)
        }
        return found
    }
}
