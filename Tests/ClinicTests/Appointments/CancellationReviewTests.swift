import Clinic
import EventSourcing
import Identifiers
import Testing

@Suite struct CancellationReviewTests {
    /// Monday 2026-11-23, 9:00 in Berlin: the start of every appointment in these tests.
    private static let nine: Instant = "2026-11-23T08:00:00Z"

    private func review(_ hours: Int, _ desk: Desk) -> CancellationReview {
        var review = CancellationReview(hours: hours)
        for recorded in desk.given.feed { review.add(recorded) }
        return review
    }

    /// The history of a clinic in which one visit was cancelled `hours` hours before its start.
    private func cancelled(_ hours: Int64, by side: AppointmentCancelled.Canceller) throws -> Desk {
        var desk = try Desk()
        let id = try desk.book(Self.nine, at: "2026-11-10T08:00:00Z")
        let target = AppointmentTarget(id, for: side == .patient ? Practice.patient(1) : nil)
        try desk.run(CancelAppointment(target, reason: Personal("Ill")), at: Self.nine.adding(hours: -hours))
        return desk
    }

    @Test
    func `chairside what-if counts a cancellation 60 hours ahead as refused by a notice of 72 hours, not of 48 hours`()
        throws
    {
        let desk = try cancelled(60, by: .patient)
        #expect(review(72, desk).refused == 1)
        #expect(review(48, desk).refused == 0)
        #expect(review(72, desk).byPatients == 1)
        // A cancellation exactly at its deadline is already too late.
        #expect(review(60, desk).refused == 1)
    }

    @Test
    func `chairside what-if counts no cancellation as refused if the clinic had not approved the appointment yet`()
        throws
    {
        let rules = standardRules(approvesPatientBookings: true)
        var desk = try Desk(Practice(rules: rules))
        let id = try desk.book(Self.nine, at: "2026-11-20T08:00:00Z")
        let target = AppointmentTarget(id, for: Practice.patient(1))
        try desk.run(CancelAppointment(target), at: Self.nine.adding(hours: -10))
        #expect(review(72, desk).byPatients == 1)
        #expect(review(72, desk).refused == 0)
    }

    @Test
    func `chairside what-if counts a clinic's cancellation 30 hours ahead as allowed to patients by a 24-hour notice`()
        throws
    {
        let desk = try cancelled(30, by: .clinic)
        let shorter = review(24, desk)
        #expect(shorter.byClinicTooLate == 1)
        #expect(shorter.possible == 1)
        #expect(review(36, desk).possible == 0)
        #expect(shorter.byPatients == 0)
    }

    @Test
    func `chairside what-if does not count a clinic's cancellation 100 hours ahead as too late for patients`()
        throws
    {
        #expect(review(24, try cancelled(100, by: .clinic)).byClinicTooLate == 0)
    }

    @Test
    func `chairside what-if counts a move by visit link 60 hours ahead as refused by a notice of 72 hours`()
        throws
    {
        var desk = try Desk()
        let id = try desk.book(Self.nine, at: "2026-11-10T08:00:00Z")
        let move = ActByVisitLink(.move(to: Self.nine.adding(hours: 1)), by: VisitLink(id, start: Self.nine))
        try desk.run(move, as: .visitLink, at: Self.nine.adding(hours: -60))
        #expect(review(72, desk).byPatients == 1)
        #expect(review(72, desk).refused == 1)
    }
}
