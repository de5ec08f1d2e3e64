import Clinic
import EventSourcing
import Identifiers
import Testing

/// Tests offers of places in group visits to patients on the waitlist. The first service takes an hour and is for
/// groups, mostly of two patients. The second service takes the doctor 30 minutes and is for one patient.
@Suite struct WaitlistGroupTests {
    private static let now: Instant = "2026-11-20T11:00:00Z"
    private static let nine: Instant = "2026-11-23T08:00:00Z"

    private func desk(capacity: Int = 2, booked: ClosedRange<UInt64>) throws -> (Desk, [ID<Appointment>]) {
        var practice = Practice(chairs: 1, patients: 9, services: [60, 30])
        practice.capacities = [1: capacity]
        var desk = try Desk(practice)
        let ids = try booked.map { try desk.book(Self.nine, patient: $0, by: .staff, at: Self.now) }
        return (desk, ids)
    }

    private func join(_ desk: inout Desk, _ patient: UInt64, service: UInt64 = 1) throws {
        let entry = WaitlistEntry(
            id: ID(integerLiteral: patient), patient: Practice.patient(patient), service: Practice.service(service),
            doctor: nil, days: try #require(DateRange("2026-11-20", "2026-12-20")), weekdays: nil, earliest: nil,
            latest: nil)
        try desk.run(JoinWaitlist(entry), at: Self.now)
    }

    private func cancel(_ desk: inout Desk, _ id: ID<Appointment>) throws -> [ID<WaitlistEntry>] {
        offered(try desk.run(CancelAppointment(AppointmentTarget(id), reason: Personal("Ill")), at: Self.now))
    }

    private func offered(_ events: [ClinicEvent]) -> [ID<WaitlistEntry>] {
        events.compactMap { event in
            if case .waitlist(.offered(let offered)) = event { offered.entry.entry } else { nil }
        }
    }

    private func accept(_ entry: UInt64) -> AcceptWaitlistOffer {
        AcceptWaitlistOffer(
            WaitlistTarget(ID(integerLiteral: entry)), start: Self.nine, doctor: Practice.doctor(1),
            appointment: Practice.appointment(90 + entry))
    }

    @Test func `a place that a cancellation leaves in a group is offered only to patients who wait for its service`()
        throws
    {
        var (desk, ids) = try desk(booked: 1...2)
        try join(&desk, 3, service: 2)
        try join(&desk, 4)
        #expect(try cancel(&desk, ids[0]) == [4])
    }

    @Test
    func `the time of a group is offered to patients who wait for any service once the group's last patient cancelled`()
        throws
    {
        var (desk, ids) = try desk(booked: 1...2)
        _ = try cancel(&desk, ids[0])
        try join(&desk, 3, service: 2)
        try join(&desk, 4)
        #expect(try cancel(&desk, ids[1]) == [3, 4])
    }

    @Test func `a cancelled place is not offered while the group has as many patients as the capacity or more`() throws
    {
        var (desk, ids) = try desk(capacity: 3, booked: 1...3)
        let details = ServiceDetails(
            code: "S0", name: "Class", category: nil, durationMinutes: 60, price: Money(5_000, .euro), doctors: nil,
            capacity: 2)
        try desk.run(ChangeService(Practice.service(1), details), at: Self.now)
        try join(&desk, 4)
        #expect(try cancel(&desk, ids[0]).isEmpty)
        #expect(try cancel(&desk, ids[1]) == [4])
    }

    @Test func `offers of a group's places can be accepted until the group's last place is taken`() throws {
        var (desk, ids) = try desk(capacity: 3, booked: 1...3)
        for patient in 4...6 as ClosedRange<UInt64> { try join(&desk, patient) }
        #expect(try cancel(&desk, ids[0]) == [4, 5, 6])
        #expect(try cancel(&desk, ids[1]).isEmpty, "each of them has an open offer of this time")
        try desk.run(accept(4), at: Self.now)
        try desk.run(accept(5), at: Self.now)
        guard case .lost = desk.rejection(accept(6), at: Self.now) else {
            Issue.record("the group is full, and the offer was not lost")
            return
        }
    }

    @Test
    func `a place in a group that a patient has declined is offered to the next patient who waits for its service`()
        throws
    {
        var (desk, ids) = try desk(booked: 1...2)
        for patient in 3...6 as ClosedRange<UInt64> { try join(&desk, patient) }
        #expect(try cancel(&desk, ids[0]) == [3, 4, 5])
        let decline = DeclineWaitlistOffer(WaitlistTarget(3), start: Self.nine, doctor: Practice.doctor(1))
        #expect(offered(try desk.run(decline, at: Self.now)) == [6])
    }

    @Test
    func `a patient's offer of a place in a group is lost once another patient has booked the group's last place`()
        throws
    {
        var (desk, ids) = try desk(booked: 1...2)
        try join(&desk, 3)
        _ = try cancel(&desk, ids[0])
        try desk.book(Self.nine, patient: 4, by: .staff, at: Self.now)
        guard case .lost = desk.rejection(accept(3), at: Self.now) else {
            Issue.record("not lost")
            return
        }
    }
}
