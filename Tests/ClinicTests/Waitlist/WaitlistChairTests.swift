import Clinic
import EventSourcing
import Identifiers
import Testing

@Suite struct WaitlistChairTests {
    private static let now: Instant = "2026-11-20T11:00:00Z"
    private static let nine: Instant = "2026-11-23T08:00:00Z"

    /// A clinic with one chair. The first patient has an appointment with the first doctor at nine. The second patient
    /// waits for the first service, which has no buffers. The third patient waits for the second service, whose visits
    /// take their chair for half an hour longer.
    private func desk(chairs: Int = 1) throws -> (desk: Desk, appointment: ID<Appointment>) {
        var practice = Practice(chairs: chairs, patients: 5, services: [30, 30])
        practice.buffers[2] = ChairBuffers(minutesBefore: 0, minutesAfter: 30)
        var desk = try Desk(practice)
        let id = try desk.book(Self.nine, patient: 1, doctor: 1, by: .staff, at: Self.now)
        for number in 2...3 as ClosedRange<UInt64> {
            let entry = WaitlistEntry(
                id: ID(integerLiteral: number), patient: Practice.patient(number),
                service: Practice.service(number - 1), doctor: Practice.doctor(1),
                days: try #require(DateRange("2026-11-20", "2026-12-20")))
            try desk.run(JoinWaitlist(entry), at: Self.now)
        }
        return (desk, id)
    }

    private func offered(_ events: [ClinicEvent]) -> [ID<WaitlistEntry>] {
        events.compactMap { event in
            if case .waitlist(.offered(let offered)) = event { offered.entry.entry } else { nil }
        }
    }

    private func cancel(_ desk: inout Desk, _ id: ID<Appointment>) throws -> [ID<WaitlistEntry>] {
        offered(try desk.run(CancelAppointment(AppointmentTarget(id), reason: Personal("Ill")), at: Self.now))
    }

    @Test func `a freed time is not offered for a service if no chair is free in the buffer after the visit`() throws {
        var (alone, id) = try desk()
        #expect(try cancel(&alone, id) == [2, 3])
        var (beside, other) = try desk()
        try beside.book("2026-11-23T08:30:00Z", patient: 4, doctor: 2, by: .staff, at: Self.now)
        #expect(try cancel(&beside, other) == [2])
        var (wide, third) = try desk(chairs: 2)
        try wide.book("2026-11-23T08:30:00Z", patient: 4, doctor: 2, by: .staff, at: Self.now)
        #expect(try cancel(&wide, third) == [2, 3], "the second chair is free")
    }

    @Test func `a freed time is not offered while every chair is blocked`() throws {
        var (desk, id) = try desk()
        let block = BlockTime(
            1,
            BlockTime.Wish(
                kind: .outOfService, start: try #require(LocalDateTime("2026-11-23T09:00")),
                end: try #require(LocalDateTime("2026-11-23T12:00")), chairs: [Practice.chair(1)],
                overAppointments: true))
        try desk.run(block, at: Self.now)
        #expect(try cancel(&desk, id) == [])
    }

    @Test func `a doctor's freed time is not offered if the visit moves to another doctor and keeps the only chair`()
        throws
    {
        var (desk, id) = try desk()
        let other = ReassignAppointment(AppointmentTarget(id), .init(doctor: Practice.doctor(2)))
        #expect(offered(try desk.run(other, at: Self.now)) == [])
        var (wide, second) = try self.desk(chairs: 2)
        let another = ReassignAppointment(AppointmentTarget(second), .init(doctor: Practice.doctor(2)))
        #expect(offered(try wide.run(another, at: Self.now)) == [2, 3])
    }

    @Test func `a declined time is not offered to the next patient while no chair is free for it`() throws {
        var (desk, id) = try desk()
        #expect(try cancel(&desk, id) == [2, 3])
        try desk.book(Self.nine, patient: 4, doctor: 2, by: .staff, at: Self.now)
        let entry = WaitlistEntry(
            id: 5, patient: Practice.patient(5), service: Practice.service(1), doctor: nil,
            days: try #require(DateRange("2026-11-20", "2026-12-20")))
        try desk.run(JoinWaitlist(entry), at: Self.now)
        let declines = DeclineWaitlistOffer(
            WaitlistTarget(2), start: Self.nine, doctor: Practice.doctor(1))
        #expect(offered(try desk.run(declines, at: Self.now)) == [])
    }
}
