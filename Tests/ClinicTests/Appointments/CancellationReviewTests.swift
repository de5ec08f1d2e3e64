import Clinic
import EventSourcing
import Identifiers
import Testing

@Suite struct CancellationReviewTests {
    /// A Monday at nine in Berlin.
    private static let nine: Instant = "2026-11-23T08:00:00Z"

    private func review(_ hours: Int, _ desk: Desk) -> CancellationReview {
        var review = CancellationReview(hours: hours)
        for recorded in desk.given.feed { review.add(recorded) }
        return review
    }

    /// A desk at which one visit was cancelled `hours` hours before its start.
    private func cancelled(_ hours: Int64, by side: AppointmentCancelled.Canceller) throws -> Desk {
        var desk = try Desk()
        let id = try desk.book(Self.nine, at: "2026-11-10T08:00:00Z")
        let target = AppointmentTarget(id, for: side == .patient ? Practice.patient(1) : nil)
        try desk.run(CancelAppointment(target, reason: Personal("Ill")), at: Self.nine.adding(hours: -hours))
        return desk
    }

    @Test
    func `a review counts a cancellation 60 hours ahead as refused by a 72-hour notice, and not by a 48-hour notice`()
        throws
    {
        let desk = try cancelled(60, by: .patient)
        #expect(review(72, desk).refused == 1)
        #expect(review(48, desk).refused == 0)
        #expect(review(72, desk).byPatients == 1)
        // A cancellation exactly at its deadline is already too late.
        #expect(review(60, desk).refused == 1)
    }

    @Test func `no notice refuses the cancellation of an appointment that the clinic has not approved`() throws {
        let rules = standardRules(approvesPatientBookings: true)
        var desk = try Desk(Practice(rules: rules))
        let id = try desk.book(Self.nine, at: "2026-11-20T08:00:00Z")
        let target = AppointmentTarget(id, for: Practice.patient(1))
        try desk.run(CancelAppointment(target), at: Self.nine.adding(hours: -10))
        #expect(review(72, desk).byPatients == 1)
        #expect(review(72, desk).refused == 0)
    }

    @Test func `a 24-hour notice would have let a patient cancel in the clinic's place 30 hours ahead`() throws {
        let desk = try cancelled(30, by: .clinic)
        let shorter = review(24, desk)
        #expect(shorter.byClinicTooLate == 1)
        #expect(shorter.possible == 1)
        #expect(review(36, desk).possible == 0)
        #expect(shorter.byPatients == 0)
    }

    @Test func `a cancellation by the clinic before the deadline is not counted as late`() throws {
        #expect(review(24, try cancelled(100, by: .clinic)).byClinicTooLate == 0)
    }

    @Test func `a review counts a move by an appointment's link as the patient's`() throws {
        var desk = try Desk()
        let id = try desk.book(Self.nine, at: "2026-11-10T08:00:00Z")
        let move = ActByVisitLink(.move(to: Self.nine.adding(hours: 1)), by: VisitLink(id, start: Self.nine))
        try desk.run(move, as: .visitLink, at: Self.nine.adding(hours: -60))
        #expect(review(72, desk).byPatients == 1)
        #expect(review(72, desk).refused == 1)
    }
}
