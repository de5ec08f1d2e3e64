import Clinic
import EventSourcing
import Identifiers
import Testing

private let sunday: Instant = "2026-11-22T10:00:00Z"
private let wednesday: Instant = "2026-12-30T08:00:00Z"
private let monday: Instant = "2027-01-04T08:00:00Z"

/// Tests bookings across New Year, since a patient's appointments are tagged with their year.
@Suite struct `A patient's time across New Year` {
    @Test(arguments: [(wednesday, monday), (monday, wednesday)])
    func `an appointment that is moved across New Year takes its new time and frees its old time`(
        _ from: Instant, _ to: Instant
    ) throws {
        var desk = try Desk()
        let id = try desk.book(from, at: sunday)
        #expect(desk.obstacle(from, doctor: 2, at: sunday) == .patientBusy)
        try desk.run(RescheduleAppointment(AppointmentTarget(id), start: to), at: sunday)
        #expect(desk.obstacle(to, doctor: 2, at: sunday) == .patientBusy)
        #expect(desk.obstacle(from, doctor: 2, at: sunday) == nil)
    }

    @Test(arguments: [(wednesday, monday), (monday, wednesday)])
    func `a patient's second hold releases the first, even if one is before New Year and the other after it`(
        _ first: Instant, _ second: Instant
    ) throws {
        var desk = try Desk()
        try desk.run(hold(1, doctor: 1, first), at: sunday)
        #expect(desk.obstacle(first, patient: 2, at: sunday) == .held)
        #expect(try desk.run(hold(2, doctor: 2, second), at: sunday).count == 2)
        #expect(desk.obstacle(first, patient: 2, at: sunday) == nil)
        #expect(desk.obstacle(second, patient: 2, doctor: 2, at: sunday) == .held)
        #expect(try desk.run(ReleaseHold(2, patient: Practice.patient(1)), at: sunday).count == 1)
    }

    private func hold(_ id: ID<Hold>, doctor: UInt64, _ start: Instant) -> HoldSlot {
        HoldSlot(
            id, patient: Practice.patient(1), service: Practice.service(1), doctor: Practice.doctor(doctor),
            start: start,
            by: .patient)
    }
}
